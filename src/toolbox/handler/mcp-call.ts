/**
 * The last step of an MCP handler: starts the server, asks it for one tool, and ends it. What the server says is handed on
 * as it is; whether it may be believed is nobody's business here. Of a change that was asked for, no error of the server
 * says that it did not happen: it may come after the deed.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { DEEPEST_LEVELS, isDeeper } from '../../run/evidence/read-json.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { afterSending } from './after-sending.ts';
import { BoundedTransport } from './mcp-transport.ts';
import { type Cover, cover } from './secret-cover.ts';

type Document = {
  readonly command: string;
  readonly argv: readonly string[];
  readonly environment: { readonly [name: string]: string | { readonly secret: string } };
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly changes: boolean;
};

/** The runner ends us, and the server with us, when the call's time is over; the SDK's own limit of a minute is no rule of ours. */
const LONGEST_MS = 3_600_000;
/** Characters of the server's words that a failure quotes. */
const QUOTED = 1000;
/** Characters of them that are held: those are covered first, and cut then. */
const HELD = 64 * 1024;
/** Levels of the result around what the server gives. */
const LEVELS_ABOVE = 2;

export async function run(args: JsonObject, { cwd, secrets = {} }: ToolIo): Promise<Json> {
  const hide = cover(Object.values(secrets));
  try {
    return hide.json(await call(args as unknown as Document, cwd, secrets, hide));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new ToolFailure(hide.text(error.message), error.reason, error.result && hide.json(error.result));
  }
}

async function call(
  document: Document,
  cwd: string,
  secrets: { readonly [name: string]: string },
  hide: Cover,
): Promise<Json> {
  const decoder = new TextDecoder();
  let said = '';
  let isCut = false;
  const started = {
    command: document.command,
    argv: document.argv,
    // All of ours, which is the runner's allow-list, the mark of this invocation included.
    environment: { ...ownEnvironment(), ...environmentOf(document, secrets) },
    cwd,
  };
  const transport = new BoundedTransport(started, (chunk) => {
    said += decoder.decode(chunk, { stream: true });
    isCut ||= said.length > HELD;
    said = said.slice(-HELD);
  });
  const client = new Client({ name: 'cap', version: '1' });
  const lastWords = () => {
    const words = (isCut ? hide.ending(said) : hide.text(said)).trim().slice(-QUOTED);
    return words === '' ? '' : `; its last words: ${words}`;
  };
  const why = (error: unknown) => `${transport.problem ?? messageOf(error)}${lastWords()}`;
  try {
    await client.connect(transport, { timeout: LONGEST_MS });
  } catch (error) {
    await client.close().catch(() => {});
    throw new ToolFailure(`the server ${document.command} does not speak with us: ${why(error)}`, 'no_answer');
  }
  const { tool, changes } = document;
  try {
    return await afterSending(changes, async () => {
      const asked = { name: tool, arguments: { ...document.arguments } };
      const answer = await client.callTool(asked, undefined, { timeout: LONGEST_MS }).catch((error: unknown) => {
        const isCut =
          transport.problem !== undefined || (error as { code?: unknown }).code === ErrorCode.ConnectionClosed;
        throw new ToolFailure(`the tool ${tool} gave no result: ${why(error)}`, isCut ? 'no_answer' : 'failed');
      });
      return judge(answer, document, hide);
    });
  } finally {
    await client.close().catch(() => {});
  }
}

function judge(answer: Awaited<ReturnType<Client['callTool']>>, { tool, changes }: Document, hide: Cover): Json {
  const content = (answer.content ?? []) as Json[];
  const given = (answer.structuredContent as Json | undefined) ?? { content };
  const isUnread = isDeeper(given, DEEPEST_LEVELS - LEVELS_ABOVE);
  const problem = `it has more than ${DEEPEST_LEVELS - LEVELS_ABOVE} levels, which are not read`;
  const result = isUnread ? { result_problem: problem } : given;
  if (answer.isError !== true) {
    // Of a change that was done this is a matter of what is known about it.
    if (isUnread && !changes) throw new ToolFailure(`the result of the tool ${tool} cannot be read: ${problem}`);
    return result;
  }
  const words = content
    .flatMap((item) => {
      const { text } = (item ?? {}) as { readonly text?: Json };
      return typeof text === 'string' ? [text] : [];
    })
    .join(' ')
    .trim();
  throw new ToolFailure(
    `the tool ${tool} refused${words === '' ? '' : `: ${hide.text(words).slice(0, QUOTED)}`}`,
    'failed',
    result,
  );
}

function environmentOf({ environment }: Document, secrets: { readonly [name: string]: string }) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      const known = Object.hasOwn(secrets, value.secret) ? secrets[value.secret] : undefined;
      if (known === undefined) throw new ToolFailure(`the secret ${value.secret} was not handed over`);
      return [name, known];
    }),
  );
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What is not of the protocol's form comes as a list of problems in JSON. */
function messageOf(error: unknown): string {
  const { issues } = error as {
    readonly issues?: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  };
  if (!Array.isArray(issues)) return error instanceof Error ? error.message : String(error);
  const [first] = issues;
  const place =
    first === undefined || first.path.length === 0 ? 'as a whole' : `at ${first.path.map(String).join('.')}`;
  const more = issues.length > 1 ? `, and ${issues.length - 1} more` : '';
  return `its answer is not of the form that the protocol asks for ${place}${first === undefined ? '' : ` (${first.message}${more})`}`;
}
