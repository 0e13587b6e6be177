/**
 * Tool `dev_start_static`: serves the files of a directory on the loopback interface for a while. Only files that
 * really lie below the directory, only GET and HEAD, and only for a browser that asks for this machine by name.
 */
import { createReadStream, readdirSync, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { optionalInteger } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { projectDirectory } from './project.ts';

const TYPES: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
};

/** Arguments: `directory` (current), `port` (8000), `seconds` (300). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const root = realpathSync(projectDirectory(args, io));
  const port = optionalInteger(args, 'port') ?? 8000;
  const seconds = optionalInteger(args, 'seconds') ?? 300;
  const counts = { requests: 0, not_found: 0 };
  const server = createServer((request, response) => {
    counts.requests++;
    if (answer(root, request, response) === 404) counts.not_found++;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ToolFailure(`port ${port} is taken: choose another, or see who holds it`)
          : new ToolFailure(`the port ${port} cannot be opened: ${error.message}`),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/`, directory: root, served_seconds: seconds, ...counts };
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): number {
  const end = (status: number, body: string, type = 'text/plain; charset=utf-8'): number => {
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return status;
  };
  // A page from elsewhere may have a name of its own that points to this machine.
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')) return end(403, 'Forbidden\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, 'Method not allowed\n');
  let path: string;
  try {
    path = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/s, ''));
  } catch {
    return end(400, 'Bad request\n');
  }
  if (path.includes('\0') || path.split('/').some((part) => part.startsWith('.') && part !== '.'))
    return end(404, 'Not found\n');
  let file: string;
  let directory: boolean;
  try {
    file = realpathSync(join(root, path));
    directory = statSync(file).isDirectory();
    if (file !== root && !file.startsWith(root + sep)) return end(404, 'Not found\n');
    if (directory && !path.endsWith('/')) {
      response.writeHead(301, { location: `${encodeURI(path)}/` }).end();
      return 301;
    }
    if (directory && readdirSync(file).includes('index.html')) {
      file = realpathSync(join(file, 'index.html'));
      if (!file.startsWith(root + sep)) return end(404, 'Not found\n');
      directory = false;
    }
    if (directory) return end(200, listing(file, path), 'text/html; charset=utf-8');
    if (!statSync(file).isFile()) return end(404, 'Not found\n');
  } catch {
    return end(404, 'Not found\n');
  }
  const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  if (request.method === 'HEAD') return end(200, '', type);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return 200;
}

function listing(directory: string, path: string): string {
  const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  const names = readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  const items = names.map(
    (name) => `<li><a href="./${quote(encodeURI(name).replace(/[?#]/g, encodeURIComponent))}">${quote(name)}</a></li>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${quote(path)}</title><ul>${items.join('')}</ul>\n`;
}
