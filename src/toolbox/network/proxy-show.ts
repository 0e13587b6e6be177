/**
 * Tool `network_proxy_show`: proxy settings of the environment and of the programs that keep their own.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { homeDirectory } from '../home.ts';
import { parseAssignments } from '../proc/sys-files.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { type Environment, maskPasswords, proxyFor } from './proxy.ts';

type Setting = { source: string; where: string; name: string; value: string };

const VARIABLES = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

/** Arguments: `url`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const url = optionalText(args, 'url');
  const environment = await proxyVariables();
  const settings: Setting[] = [];
  for (const name of VARIABLES) {
    const value = environment[name];
    if (value !== undefined && value !== '') settings.push({ source: 'environment', where: name, name, value });
  }
  const unreadable: string[] = [];
  for (const { source, path, read } of await sources(io.cwd)) {
    let content: string;
    try {
      content = await readFile(path, 'utf8');
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') unreadable.push(path);
      continue;
    }
    for (const [name, value] of read(content)) settings.push({ source, where: path, name, value });
  }
  settings.push(...(await gitSettings(io)));
  const choice = url === undefined ? undefined : choose(url, environment);
  return {
    settings: settings.map((setting) => ({ ...setting, value: maskPasswords(setting.value) })),
    any: settings.some((setting) => !/^no_?proxy$/i.test(setting.name)),
    url_proxy: choice?.proxy == null ? null : maskPasswords(choice.proxy),
    url_reason: choice?.reason ?? null,
    unreadable,
  };
}

function choose(url: string, environment: Environment): { proxy: string | null; reason: string } {
  if (!URL.canParse(url)) throw new ToolFailure(`"${maskPasswords(url)}" is no URL`, 'invalid_arguments');
  return proxyFor(new URL(url), environment);
}

/**
 * The runner hands children an allow-list of variables, so some of a person's proxies (ALL_PROXY) never get here. On
 * Linux those of the process that called us are looked up, these names and no others.
 */
async function proxyVariables(): Promise<Environment> {
  const found: { [name: string]: string | undefined } = {};
  const content = await readFile(`/proc/${process.ppid}/environ`, 'utf8').catch(() => '');
  for (const pair of content.split('\0')) {
    const at = pair.indexOf('=');
    if (VARIABLES.includes(pair.slice(0, at))) found[pair.slice(0, at)] = pair.slice(at + 1);
  }
  for (const name of VARIABLES) if (process.env[name] !== undefined) found[name] = process.env[name];
  return found;
}

type Pairs = [name: string, value: string][];
type Source = { readonly source: string; readonly path: string; readonly read: (content: string) => Pairs };

async function sources(cwd: string): Promise<Source[]> {
  const home = homeDirectory();
  const config = process.env.XDG_CONFIG_HOME ?? join(home, '.config');
  const apt = (await readdir('/etc/apt/apt.conf.d').catch((): string[] => [])).sort();
  return [
    { source: 'system', path: '/etc/environment', read: readAssignments },
    { source: 'npm', path: join(cwd, '.npmrc'), read: readNpm },
    { source: 'npm', path: join(home, '.npmrc'), read: readNpm },
    { source: 'pip', path: '/etc/pip.conf', read: readPip },
    { source: 'pip', path: join(home, '.pip', 'pip.conf'), read: readPip },
    { source: 'pip', path: join(config, 'pip', 'pip.conf'), read: readPip },
    { source: 'apt', path: '/etc/apt/apt.conf', read: readApt },
    ...apt.map((name) => ({ source: 'apt', path: join('/etc/apt/apt.conf.d', name), read: readApt })),
    { source: 'curl', path: join(home, '.curlrc'), read: readCurl },
    { source: 'docker', path: join(home, '.docker', 'config.json'), read: readDocker },
  ];
}

export function readAssignments(content: string): Pairs {
  return [...parseAssignments(content)].filter(([name, value]) => VARIABLES.includes(name) && value !== '');
}

export function readNpm(content: string): Pairs {
  return lines(content, /^\s*(proxy|http-proxy|https-proxy|noproxy|no-proxy)\s*=\s*(.*?)\s*$/);
}

export function readPip(content: string): Pairs {
  return lines(content, /^\s*(proxy)\s*[=:]\s*(.*?)\s*$/);
}

/** Either `Acquire::http::Proxy "…";` or the same as nested blocks, where the innermost name is "Proxy". */
export function readApt(content: string): Pairs {
  const pairs: Pairs = [];
  const plain = content.replace(/^\s*(\/\/|#(?!include|clear)).*$/gm, '');
  for (const match of plain.matchAll(/\b((?:Acquire::\w+::)?Proxy(?:::[\w.-]+)?)\s+"([^"]*)"/gi)) {
    pairs.push([match[1] ?? '', match[2] ?? '']);
  }
  return pairs;
}

export function readCurl(content: string): Pairs {
  return lines(
    content,
    /^\s*(?:--|-)?(proxy|noproxy|preproxy|socks5|socks5-hostname|x)(?:\s*[=:]\s*|\s+)"?(.*?)"?\s*$/,
  );
}

export function readDocker(content: string): Pairs {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    return [];
  }
  const { proxies } = (parsed ?? {}) as { proxies?: { [host: string]: { [name: string]: unknown } } };
  return Object.entries(proxies ?? {}).flatMap(([host, names]) =>
    Object.entries(names ?? {}).flatMap(([name, value]): Pairs => {
      return typeof value === 'string' ? [[`${host}.${name}`, value]] : [];
    }),
  );
}

function lines(content: string, pattern: RegExp): Pairs {
  return content.split('\n').flatMap((line): Pairs => {
    const match = pattern.exec(line);
    return match?.[2] === undefined || match[2] === '' || match[2] === 'null' ? [] : [[match[1] ?? '', match[2]]];
  });
}

/** Git puts its configuration together from many places: it is asked itself. Without git there is nothing to tell. */
async function gitSettings(io: ToolIo): Promise<Setting[]> {
  const pattern = '^(http(\\..*)?\\.proxy|https(\\..*)?\\.proxy|remote\\..*\\.proxy|core\\.gitproxy)$';
  try {
    const argv = ['config', '--null', '--show-origin', '--get-regexp', pattern];
    const { stdout } = await call('git', argv, { cwd: io.cwd, ok: [0, 1] });
    const fields = stdout.toString('utf8').split('\0');
    const settings: Setting[] = [];
    for (let i = 0; i + 1 < fields.length; i += 2) {
      const [name = '', ...value] = (fields[i + 1] ?? '').split('\n');
      settings.push({ source: 'git', where: (fields[i] ?? '').replace(/^file:/, ''), name, value: value.join('\n') });
    }
    return settings;
  } catch {
    return [];
  }
}
