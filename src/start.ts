/**
 * The one script that the executable's own loader runs: it starts the first script with the code that V8 made for it in a
 * warm run. The loader's own cache holds no function that had not run yet, and compiling them costs a cold search 5 ms.
 */
import { loadEmbeddedScript } from './platform/cold.ts';
import { ASSETS } from './platform/embedded.ts';

const verb = process.argv[2];
const browses = verb === 'inspect' || verb === 'list';
loadEmbeddedScript(browses ? ASSETS.browseScript : ASSETS.mainScript, browses ? ASSETS.browseCode : ASSETS.mainCode);
