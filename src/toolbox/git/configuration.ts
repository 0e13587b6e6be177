/**
 * The configuration that git goes by in a repository, each value with who has set it: the user for themself, or the
 * repository. It knows no single setting.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { maskSetting } from './credentials.ts';
import { callGit } from './repository.ts';

export type Setting = {
  /** Section and key in lower case, as git tells them. */
  readonly name: string;
  readonly value: string;
  /** It stands in the user's or the system's own files, so whoever made the repository did not choose it. */
  readonly isOwn: boolean;
};

export type Configuration = readonly Setting[];

/** Every value in the order in which git reads them: the last one of a name holds. */
export async function configurationAt(directory: string): Promise<Configuration> {
  const { stdout } = await callGit(directory, ['config', '--list', '--null', '--show-scope']);
  // What is no text is told apart all the same.
  const fields = stdout.toString(isUtf8(stdout) ? 'utf8' : 'latin1').split('\0');
  const found: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', setting = ''] = fields.slice(at, at + 2);
    const end = setting.indexOf('\n');
    // A name without a value is one that is switched on.
    const [name, value] = end < 0 ? [setting, 'true'] : [setting.slice(0, end), setting.slice(end + 1)];
    found.push({ name, value, isOwn: scope === 'system' || scope === 'global' });
  }
  return found;
}

/** The value that holds. */
export function lastOf(configuration: Configuration, name: string): Setting | undefined {
  return configuration.findLast((setting) => setting.name === name);
}

/** Whether it is switched on; what git would not take for a yes or a no counts as a yes. */
export function isOn(setting: Setting | undefined): boolean {
  return setting !== undefined && !/^(?:false|no|off|0*|)$/i.test(setting.value);
}

/** Of all of it: another setting is another hash. Passwords are left out, as they could be tried out on it. */
export function configurationHash(configuration: Configuration): string {
  const told = configuration.map(({ name, value, isOwn }) => [name, maskSetting(name, value), isOwn]);
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}
