/**
 * Handlers whose work our own executable does in a child: a built-in tool, an HTTP request, a tool of an MCP server. The
 * child gets one JSON document on stdin; secrets come behind it and are no part of what is frozen but their hashes.
 */
import { canonicalJson } from '../../canon/json.ts';
import type { BuiltinHandler, HttpHandler, JsonObject, McpHandler } from '../../capability/capability.ts';
import { secretsOf } from '../../capability/handler-needs.ts';
import { PRIVATE_HOSTS_VARIABLE } from '../../capability/tool-pass.ts';
import { isRefusal, type Refusal } from '../../reason/refusal.ts';
import { buildRequest, showRequest } from './http-request.ts';
import { findProgram, findSecrets, fingerprinted, quoteWords, unavailable } from './needs.ts';
import type { HandlerCall, Prepare, Prepared } from './prepared.ts';

/** Tools that no manifest can name: a dash stands in no name of a built-in tool. */
const HTTP_CALL = 'http-call';
const MCP_CALL = 'mcp-call';

export const prepareBuiltin: Prepare<BuiltinHandler> = async (
  { tool },
  { capability, values, shown, policy, ports },
) => {
  if (tool.includes('-')) return unavailable(`${capability.id} names ${tool}, which is no built-in tool.`);
  const own = await ownProgram(tool, values, ports);
  if (own.kind === 'refusal') return own;
  const hosts = policy.network?.privateHosts ?? [];
  // A tool that reaches out follows no redirect to any other host behind the open network.
  const environment =
    capability.networkPolicy === 'outbound' && hosts.length > 0 ? { [PRIVATE_HOSTS_VARIABLE]: hosts.join(' ') } : {};
  return {
    ...own,
    environment,
    words: `${quoteWords([own.executable.path, ...own.argv])} with ${canonicalJson(shown)}`,
  };
};

export const prepareHttp: Prepare<HttpHandler> = async (handler, call) => {
  const request = buildRequest(handler, call);
  if (request.kind === 'invalid_arguments') return request;
  const secrets = await findSecrets(secretsOf(handler), call.ports);
  if (isRefusal(secrets)) return secrets;
  const own = await ownProgram(HTTP_CALL, request.document, call.ports);
  if (own.kind === 'refusal') return own;
  const masked = buildRequest(handler, { ...call, values: call.shown });
  // A mask may be nothing that the template can carry.
  if (masked.kind !== 'http_request') {
    const { method, url } = handler;
    return { ...own, secrets, request: { method, url }, words: `${method} ${url}` };
  }
  return { ...own, secrets, request: showRequest(masked), words: wordsOf(showRequest(masked)) };
};

export const prepareMcp: Prepare<McpHandler> = async ({ server, tool }, { values, shown, ports, capability }) => {
  const program = await findProgram(server.executable, ports);
  if (program.kind === 'refusal') return program;
  const secrets = await findSecrets(secretsOf({ kind: 'mcp', server, tool }), ports);
  if (isRefusal(secrets)) return secrets;
  const argv = server.argv ?? [];
  const environment = server.env ?? {};
  const document = {
    command: program.executable.path,
    argv,
    environment,
    tool,
    arguments: values,
    changes: capability.sideEffect !== 'R',
  };
  const own = await ownProgram(MCP_CALL, document, ports);
  if (own.kind === 'refusal') return own;
  const request = { server: [program.executable.path, ...argv], tool, arguments: shown };
  const words = `tool ${tool} of the server ${quoteWords(request.server)} with ${canonicalJson(shown)}`;
  return { ...own, programs: [program], secrets, request, words };
};

async function ownProgram(
  tool: string,
  document: JsonObject,
  ports: HandlerCall['ports'],
): Promise<Omit<Prepared, 'words'> | Refusal> {
  const { executable, name, argv } = await ports.builtin(tool);
  const program = await fingerprinted(name, executable, ports);
  if (program.kind === 'refusal') return program;
  const stdin = canonicalJson(document);
  return { ...program, kind: 'prepared', tool, name, argv, stdin, environment: {}, programs: [], secrets: [] };
}

function wordsOf({ method, url, headers, body }: ReturnType<typeof showRequest>): string {
  const sent =
    headers.length === 0 ? '' : ` with the headers ${headers.map(({ name, value }) => `${name}: ${value}`).join(', ')}`;
  return `${method} ${url}${sent}${body === undefined ? '' : ` and the body ${body}`}`;
}
