/**
 * What an HTTP handler and an MCP handler may say in a manifest. What their parts mean together (which argument may stand
 * where, what a URL may look like) is judged by the compiler. It knows nothing of how they run.
 */
import { z } from 'zod';
import { HTTP_METHODS } from './capability.ts';
import { argument, executable, VARIABLE_PATTERN } from './manifest-text.ts';

/** A token of RFC 9110: nothing that could end a header's name. */
const HEADER_PATTERN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** A host name or address as it stands in a URL, without port. */
const HOST_PATTERN = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?$/;
/** Printable ASCII: what a header carries unharmed everywhere. */
const HEADER_TEXT = /^[\t\u0020-\u007e]*$/;
/** Largest response that is read, in bytes: a child keeps it in memory several times over. */
const LARGEST_RESPONSE = 64 * 1024 * 1024;

const secret = z
  .string()
  .max(64)
  .regex(VARIABLE_PATTERN, { message: 'is not the name of a secret' })
  .describe(
    'The name of a secret: the variable CAP_SECRET_NAME, else the file secrets/NAME beside the policy, else the entry of the keyring (secret-tool: application cap, secret NAME; macOS: service cap, account NAME).',
  );

const prefix = z.string().min(1).regex(HEADER_TEXT, { message: 'is not printable ASCII' }).optional();

const literal = { value: z.string().describe('A literal.') };
const fromArgument = {
  arg: argument.describe('The argument whose value it holds; left out when it is absent.'),
  prefix: prefix.describe('Put in front of the value.'),
  each: z.boolean().optional().describe('For an array argument: once for each item.'),
};

const name = z.string().min(1).max(128).describe('Its name.');
const field = z
  .union([z.strictObject({ name, ...literal }), z.strictObject({ name, ...fromArgument })])
  .describe('A name with a literal or an argument.');

const headerName = z.string().max(128).regex(HEADER_PATTERN, { message: 'is not a header name' }).describe('Its name.');
const header = z
  .union([
    z.strictObject({
      name: headerName,
      value: z.string().regex(HEADER_TEXT, { message: 'is not printable ASCII' }).describe('A literal.'),
    }),
    z.strictObject({ name: headerName, ...fromArgument }),
    z.strictObject({ name: headerName, secret, prefix: prefix.describe('Put in front, such as "Bearer ".') }),
    z.strictObject({
      name: headerName,
      idempotency_key: z.literal(true).describe("The caller's idempotency_key; left out without one."),
    }),
  ])
  .describe('A header with a literal, an argument, a secret, or the idempotency key.');

const body = z
  .union([
    z.strictObject({
      format: z.literal(['json', 'form']).describe('A JSON object, or pairs as a form sends them.'),
      fields: z.array(field).min(1).max(80).describe('Its members; an argument keeps its JSON type in json.'),
    }),
    z.strictObject({
      format: z.literal('json').describe('JSON.'),
      arg: argument.describe('The argument that is the whole document.'),
    }),
    z.strictObject({
      format: z.literal('text').describe('Plain text.'),
      arg: argument.describe('The argument that is the whole text.'),
      content_type: z
        .string()
        .regex(/^[\w.+-]+\/[\w.+-]+$/, { message: 'is not a media type' })
        .optional()
        .describe('text/plain when left out.'),
    }),
  ])
  .describe('What is sent.');

const statuses = z.array(z.int().min(200).max(599)).min(1);

export const httpHandler = z
  .strictObject({
    kind: z.literal('http').describe('One HTTP request.'),
    method: z.enum(HTTP_METHODS).describe('Its method.'),
    url: z
      .string()
      .max(2048)
      .describe(
        'https://host/path without a query; "{name}" inside a segment of the path stands for an argument. It is connected to directly: the address is looked at first, so no proxy of the environment is used.',
      ),
    query: z.array(field).min(1).max(80).optional().describe('Pairs of the query, in order.'),
    headers: z.array(header).min(1).max(40).optional().describe('Headers, in order.'),
    body: body.optional(),
    status: z
      .strictObject({
        ok: statuses.optional().describe('Statuses of success; 200 to 299 when left out.'),
        empty: statuses.optional().describe('Statuses of success with nothing found.'),
      })
      .optional()
      .describe('What the status means.'),
    redirects: z
      .strictObject({
        max: z.int().min(1).max(10).describe('How many are followed.'),
        hosts: z
          .array(z.string().regex(HOST_PATTERN, { message: 'is not a host in lower case' }))
          .optional()
          .describe(
            "Hosts that may be redirected to, besides the URL's own at its own port: host for all ports, host:8080 for one; secrets never go there.",
          ),
      })
      .optional()
      .describe('For GET and HEAD; none is followed when left out.'),
    private_network: z
      .boolean()
      .optional()
      .describe('The server may be on this machine or in a private network; policy has to name the host, too.'),
    response: z
      .strictObject({
        format: z.enum(['json', 'text']).describe('How the body is read.'),
        max_bytes: z.int().min(1).max(LARGEST_RESPONSE).optional().describe('1000000 when left out.'),
      })
      .optional()
      .describe('JSON up to 1000000 bytes when left out.'),
  })
  .describe('A request to a server. evidence.result is {status, content_type, body, …}.');

export const mcpHandler = z
  .strictObject({
    kind: z.literal('mcp').describe('A tool of a Model Context Protocol server, over stdio.'),
    server: z
      .strictObject({
        executable: executable.describe('A bare name, looked up in the absolute directories of PATH.'),
        argv: z.array(z.string()).max(40).optional().describe('Literal arguments of the server.'),
        env: z
          .record(
            z.string().regex(VARIABLE_PATTERN, { message: 'is not a variable name' }),
            z.union([z.string(), z.strictObject({ secret })]),
          )
          .optional()
          .describe('Variables of the server: literals, or secrets by name.'),
      })
      .describe('Started for the call, ended after it.'),
    tool: z.string().min(1).max(128).describe('The name of the tool; it gets the arguments as they are.'),
  })
  .describe('A tool of an MCP server. evidence.result is its structured content, else {content}.');
