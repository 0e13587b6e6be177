// The hidden entry alone, as the executable offers it: `--builtin-tool NAME`.
import { serveBuiltinTool } from '../../src/toolbox/entry.ts';

if (process.argv[2] !== '--builtin-tool') throw new Error('this is the entry of built-in tools');
await serveBuiltinTool(process.argv[3]);
