/**
 * What the `handler` of an action may say: a command or script with its argument vector, a built-in tool, a request, a
 * tool of a server. A new kind is one schema and one member of the union. It knows nothing of how they run.
 */
import { z } from 'zod';
import { httpHandler, mcpHandler } from './manifest-http.ts';
import { argument, executable, json, TERM_PATTERN, VARIABLE_PATTERN } from './manifest-text.ts';

/** A plain file name: never hidden, never a path. */
const SCRIPT_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

const argumentReference = z.strictObject({ arg: argument });

const argvItem = z
  .union([
    z.string().describe('A literal: exactly one argv element.'),
    z
      .strictObject({
        flag: z.string().min(1).describe('The literal element, such as "--all".'),
        when: argument.describe('The argument that decides: present when it is true, or equals `equals`.'),
        equals: json.optional().describe('Present when the argument has exactly this value (enums).'),
      })
      .describe('A literal that depends on an argument.'),
    z
      .strictObject({
        arg: argument.describe('The argument whose value becomes one argv element; nothing when it is absent.'),
        prefix: z.string().min(1).optional().describe('Put in front within the same element: "--max-count=".'),
        each: z.boolean().optional().describe('For an array argument: one element an item.'),
        default: z.string().optional().describe('The element when the argument is absent.'),
        path: z.boolean().optional().describe('A file path: "./" goes in front where it would start with "-".'),
      })
      .describe('An element built from an argument.'),
  ])
  .describe('One argv element, or none.');

const outputField = z.strictObject({
  name: z.string().regex(TERM_PATTERN, { message: 'is not a field name' }).describe('Key in the result.'),
  type: z.enum(['string', 'integer', 'number', 'boolean']).describe('How the text of the field is read.'),
});

const separator = z.string().min(1).max(8);

const outputFormat = z
  .discriminatedUnion('format', [
    z.strictObject({
      format: z.literal(['text', 'json', 'jsonl']).describe('Plain text, one JSON document, JSON a line.'),
    }),
    z.strictObject({
      format: z.literal('lines').describe('A list of strings.'),
      separator: separator.describe('"\\n" or "\\0".'),
    }),
    z.strictObject({
      format: z.literal('key_value').describe('An object from lines of key and value.'),
      separator: separator.describe('Between key and value: the first occurrence in a line.'),
    }),
    z.strictObject({
      format: z.literal('records').describe('A list of objects.'),
      record_separator: separator.describe('Ends a record.'),
      field_separator: separator.describe('Between two fields.'),
      fields: z.array(outputField).min(1).max(40).describe('The fields in order; the last one takes the rest.'),
      skip_first: z.int().min(0).max(20).optional().describe('Header records to leave out.'),
      collapse_space: z.boolean().optional().describe('Runs of spaces count as one separator.'),
    }),
  ])
  .describe('How stdout becomes evidence.result. Stable porcelain formats only.');

const exitCode = z.int().min(0).max(255);

/** How a program is called, whether it is a command of the system or a script of the catalog. */
const programCall = {
  argv: z.array(argvItem).max(80).describe('The argument vector, one item an element.'),
  cwd: argumentReference.optional().describe("The argument that names the working directory; else the caller's."),
  env: z
    .record(z.string().regex(VARIABLE_PATTERN, { message: 'is not a variable name' }), z.string())
    .optional()
    .describe('Literal variables. LC_ALL and LANG are always C.UTF-8.'),
  stdin: argumentReference.optional().describe('The argument that is written to stdin.'),
  exit: z
    .strictObject({
      ok: z.array(exitCode).min(1).describe('Codes of success.'),
      empty: z.array(exitCode).optional().describe('Codes of success with nothing found.'),
    })
    .optional()
    .describe('What exit codes mean; 0 alone is success by default.'),
  output: outputFormat,
};

const commandHandler = z
  .strictObject({
    kind: z.literal('command').describe('Starts an executable with an argument vector, never a shell.'),
    executable: executable.describe('A bare name, looked up in the absolute directories of PATH.'),
    ...programCall,
  })
  .describe('A command of the system.');

const scriptHandler = z
  .strictObject({
    kind: z.literal('script').describe('Runs a script that is shipped with the catalog.'),
    interpreter: executable.describe(
      'The program that reads it: a bare name, looked up in the absolute directories of PATH.',
    ),
    interpreter_argv: z
      .array(z.string())
      .max(20)
      .optional()
      .describe('Literal options of the interpreter, in front of the script: ["-f"] for awk.'),
    file: z
      .string()
      .max(128)
      .regex(SCRIPT_PATTERN, { message: 'is not a plain file name' })
      .describe('The script beside this manifest, named like it: sizes.py for sizes.yaml. UTF-8, at most 256 KiB.'),
    ...programCall,
  })
  .describe('A script of the catalog; its bytes travel in the snapshot.');

const builtinHandler = z
  .strictObject({
    kind: z.literal('builtin').describe('A tool of cap itself, run as a child process.'),
    tool: z
      .string()
      .max(64)
      .regex(TERM_PATTERN, { message: 'is not a tool name' })
      .describe('A name of the toolbox table, such as port_holders.'),
  })
  .describe('A tool inside the executable.');

export const handler = z
  .discriminatedUnion('kind', [commandHandler, scriptHandler, builtinHandler, httpHandler, mcpHandler])
  .describe('What a run starts: exactly one process.');
