/**
 * The environment a child gets: an allow-list of what comes from outside and a few fixed values of our own.
 * Everything else stays out, above all what makes a program load or run other code (LD_*, DYLD_*, NODE_OPTIONS,
 * BASH_ENV, ENV, PYTHON*, PERL5*, RUBY*, GIT_*, JAVA_TOOL_OPTIONS, EDITOR, PAGER, IFS).
 */
import { isAbsolute } from 'node:path';

export type Environment = { readonly [name: string]: string };

type Rule = 'text' | 'path' | 'path list';

/** Name → what its value must look like. A value that does not is left out, never repaired (PATH is filtered). */
const ALLOWED: { readonly [name: string]: Rule } = {
  // Who and where: configuration and caches of every tool hang on these.
  HOME: 'path',
  USER: 'text',
  LOGNAME: 'text',
  TMPDIR: 'path',
  TZ: 'text',
  PATH: 'path list',
  XDG_RUNTIME_DIR: 'path',
  XDG_CONFIG_HOME: 'path',
  XDG_DATA_HOME: 'path',
  XDG_CACHE_HOME: 'path',
  XDG_STATE_HOME: 'path',
  XDG_DATA_DIRS: 'path list',
  XDG_CONFIG_DIRS: 'path list',
  // Sockets of the user's own agents and daemons; without them ssh, systemctl --user and rootless docker do not work.
  SSH_AUTH_SOCK: 'path',
  DBUS_SESSION_BUS_ADDRESS: 'text',
  DOCKER_HOST: 'text',
  // The way out and whom to trust on it; network actions are useless behind a proxy without them.
  http_proxy: 'text',
  https_proxy: 'text',
  no_proxy: 'text',
  HTTP_PROXY: 'text',
  HTTPS_PROXY: 'text',
  NO_PROXY: 'text',
  SSL_CERT_FILE: 'path',
  SSL_CERT_DIR: 'path list',
  // Which toolchain the user has switched to; directories only, nothing is loaded because of them.
  VIRTUAL_ENV: 'path',
  CONDA_PREFIX: 'path',
  NVM_DIR: 'path',
};

/** What every child sees, whatever stands outside: C locale in UTF-8, no terminal, no colour, no password prompt. */
const FIXED: Environment = {
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  GIT_TERMINAL_PROMPT: '0',
};

/** Name of the variable by which the descendants of one invocation are found again, wherever they have moved. */
export const INVOCATION_VARIABLE = 'CAP_INVOCATION';

/** The environment of a child, from `outside`: names sorted, so that two equal environments are equal byte for byte. */
export function childEnvironment(outside: { readonly [name: string]: string | undefined }): Environment {
  const inside: { [name: string]: string } = { ...FIXED };
  for (const [name, rule] of Object.entries(ALLOWED)) {
    const value = Object.hasOwn(outside, name) ? outside[name] : undefined;
    const kept = value === undefined ? undefined : keep(value, rule);
    if (kept !== undefined) inside[name] = kept;
  }
  return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The one variable that node hands on to every child, whatever environment it is given. */
export function withholdCoverage(): void {
  delete process.env.NODE_V8_COVERAGE;
}

function keep(value: string, rule: Rule): string | undefined {
  if (value === '' || value.includes('\0')) return undefined;
  if (rule === 'text') return value;
  if (rule === 'path') return isAbsolute(value) ? value : undefined;
  // An empty or relative element means the current directory: a place that others may fill.
  const kept = value.split(':').filter((element) => isAbsolute(element));
  return kept.length === 0 ? undefined : kept.join(':');
}
