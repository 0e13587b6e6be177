/** What a handler needs of the machine it runs on: programs by name, secrets by name. It looks for none of them. */
import type { Handler } from './capability.ts';

/** The program of the system that a handler starts by its name; none where our own executable does the work. */
export function programOf(handler: Handler): string | undefined {
  if (handler.kind === 'command') return handler.executable;
  if (handler.kind === 'script') return handler.interpreter;
  return handler.kind === 'mcp' ? handler.server.executable : undefined;
}

/** The argument that names the directory that a handler's program runs in; none where it is the caller's own. */
export function directoryArgument(handler: Handler | undefined): string | undefined {
  return handler?.kind === 'command' || handler?.kind === 'script' ? handler.cwd?.arg : undefined;
}

/** The names of the secrets that a handler needs. */
export function secretsOf(handler: Handler): readonly string[] {
  const named =
    handler.kind === 'http'
      ? (handler.headers ?? [])
      : handler.kind === 'mcp'
        ? Object.values(handler.server.env ?? {})
        : [];
  const names = named.flatMap((one) => (typeof one === 'object' && 'secret' in one ? [one.secret] : []));
  return [...new Set(names)].sort();
}
