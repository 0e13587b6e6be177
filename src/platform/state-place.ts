/** Where this user's state and configuration stand on Linux, by the environment alone. It needs no library and looks at no disk. */
import { below, isAbsolutePath } from './paths.ts';

type Variables = { readonly [name: string]: string | undefined };

/** Below CAP_STATE_DIR, else XDG_STATE_HOME, else HOME; undefined when none of them is an absolute path. */
export function linuxStatePlace(env: Variables): string | undefined {
  if (env.CAP_STATE_DIR !== undefined && env.CAP_STATE_DIR !== '') return absolute(env.CAP_STATE_DIR);
  // The XDG rule: a relative value is invalid and is to be ignored.
  const state = absolute(env.XDG_STATE_HOME);
  if (state !== undefined) return below(state, 'cap');
  const home = absolute(env.HOME);
  return home === undefined ? undefined : below(home, '.local/state/cap');
}

/** Where a user keeps what they have written themselves. */
export function configurationPlace(env: Variables): string | undefined {
  const own = absolute(env.XDG_CONFIG_HOME);
  if (own !== undefined) return below(own, 'cap');
  const home = absolute(env.HOME);
  return home === undefined ? undefined : below(home, '.config/cap');
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolutePath(path) ? path : undefined;
}
