/**
 * The last step of an MCP handler: starts the server, asks it for one tool, and ends it. What the server says is handed on
 * as it is; whether it may be believed is nobody's business here.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { cover } from './secret-cover.ts';

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
/** Bytes of one message: what is larger cannot be shown anyway. */
const MESSAGE_BYTES = 64 * 1024 * 1024;
/** Characters of the server's last words that a failure quotes. */
const QUOTED = 1000;

export async function run(args: JsonObject, { cwd, secrets = {} }: ToolIo): Promise<Json> {
  const hide = cover(Object.values(secrets));
  try {
    return hide.json(await call(args as unknown as Document, cwd, secrets));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new ToolFailure(hide.text(error.message), error.reason, error.result && hide.json(error.result));
  }
}

async function call(document: Document, cwd: string, secrets: { readonly [name: string]: string }): Promise<Json> {
  const transport = new StdioClientTransport({
    command: document.command,
    args: [...document.argv],
    // All of ours, which is the runner's allow-list, the mark of this invocation included.
    env: { ...ownEnvironment(), ...environmentOf(document, secrets) },
    cwd,
    stderr: 'pipe',
    maxBufferSize: MESSAGE_BYTES,
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-QUOTED);
  });
  const client = new Client({ name: 'cap', version: '1' });
  const lastWords = () => (said.trim() === '' ? '' : `; its last words: ${said.trim()}`);
  try {
    await client.connect(transport, { timeout: LONGEST_MS });
  } catch (error) {
    await client.close().catch(() => {});
    throw new ToolFailure(`the server ${document.command} does not speak with us: ${messageOf(error)}${lastWords()}`);
  }
  try {
    return judge(
      await client.callTool({ name: document.tool, arguments: { ...document.arguments } }, undefined, {
        timeout: LONGEST_MS,
      }),
      document,
    );
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    const why = `the tool ${document.tool} gave no result: ${messageOf(error)}${lastWords()}`;
    throw new ToolFailure(why, document.changes && !isRefusal(error) ? 'outcome_unknown' : 'failed');
  } finally {
    await client.close().catch(() => {});
  }
}

function judge(answer: Awaited<ReturnType<Client['callTool']>>, { tool }: Document): Json {
  const content = (answer.content ?? []) as Json[];
  const result = (answer.structuredContent as Json | undefined) ?? { content };
  if (answer.isError !== true) return result;
  const words = content
    .flatMap((item) => {
      const { text } = (item ?? {}) as { readonly text?: Json };
      return typeof text === 'string' ? [text] : [];
    })
    .join(' ')
    .trim();
  throw new ToolFailure(
    `the tool ${tool} refused${words === '' ? '' : `: ${words.slice(0, QUOTED)}`}`,
    'failed',
    result,
  );
}

/** An answer of the protocol that says no before the tool was begun: no such tool, arguments that do not fit. */
function isRefusal(error: unknown): boolean {
  return error instanceof McpError && (error.code === -32601 || error.code === -32602);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
