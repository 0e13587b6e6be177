// The hidden entries alone, as the executable offers them: `--builtin-tool NAME` and `--end-orphans MARK`.
import { END_ORPHANS, endOrphans } from '../../src/platform/guard.ts';
import { serveBuiltinTool } from '../../src/toolbox/entry.ts';

const [entry, name] = process.argv.slice(2);
if (entry === END_ORPHANS) await endOrphans(name, 300);
else if (entry === '--builtin-tool') await serveBuiltinTool(name);
else throw new Error('this is the entry of built-in tools and of what ends orphans');
