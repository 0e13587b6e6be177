/** The same cold search under one policy after another: homes with their files, each asked once before the clock runs. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { EXECUTABLE, ROOT } from '../build/root.ts';
import type { Contender } from './round-robin.ts';

/** Puts what is written to /etc from now on elsewhere; to be run in a mount namespace of its own. */
export const OVERLAY =
  'mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work && ' +
  'mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc';

/** The user and group `nobody` of Debian and most others. */
const NOBODY = 65_534;
const ORGANISATION = '/etc/cap';
const ASIDE = '/etc/cap-aside';

/** As many rules as an organisation may come to: each hides by an id, and some by a column. */
const RULES = 100;
const SOME = 10;

/** `organisation`: this process may write /etc, and what it writes there is gone with it. */
export function policyContenders(directory: string, organisation: boolean): Contender[] {
  const file = join(directory, 'cap');
  copyFileSync(EXECUTABLE, file);
  chmodSync(file, 0o755);
  const contender = (name: string, policy: string | undefined, organised = false): Contender => {
    const home = homeIn(directory, name, policy);
    const own: Contender = {
      name,
      file,
      argv: ['search', '--request-json', '-'],
      input: JSON.stringify({ version: 'tool-search.v1', query: 'which process uses this port' }),
      env: { HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', CAP_STATE_DIR: '', CAP_SNAPSHOT: '' },
      cwd: home,
      ...(process.getuid?.() === 0 ? { user: NOBODY } : {}),
      ...(organisation ? { before: () => showOrganisation(organised) } : {}),
    };
    return own;
  };
  const contenders = [
    contender('no policy', undefined),
    contender(`a policy of one's own, ${SOME} rules`, policyOf(SOME)),
    contender(`a policy of one's own, ${RULES} rules`, policyOf(RULES)),
  ];
  if (!organisation) return contenders;
  mkdirSync(ORGANISATION);
  writeFileSync(join(ORGANISATION, 'policy.yaml'), policyOf(RULES));
  spawnSync(file, ['policy', 'compile'], { cwd: directory, stdio: 'inherit' });
  return [
    ...contenders,
    contender(`the organisation's, ${RULES} rules`, undefined, true),
    contender(`the organisation's and one's own, ${RULES} rules each`, policyOf(RULES), true),
  ];
}

function homeIn(directory: string, name: string, policy: string | undefined): string {
  const home = join(directory, name.replaceAll(/\W+/g, '-'));
  const places = [home, join(home, '.config'), join(home, '.config', 'cap')];
  for (const place of places) mkdirSync(place);
  if (policy !== undefined) {
    places.push(join(home, '.config', 'cap', 'policy.yaml'));
    writeFileSync(places.at(-1) as string, policy);
  }
  if (process.getuid?.() === 0) for (const place of places) chownSync(place, NOBODY, NOBODY);
  return home;
}

function showOrganisation(wanted: boolean): void {
  if (wanted === existsSync(ORGANISATION)) return;
  if (wanted) renameSync(ASIDE, ORGANISATION);
  else renameSync(ORGANISATION, ASIDE);
}

/** Half of it hides what the catalog has, but nothing that the search finds: so only the policy is measured. */
function policyOf(rules: number): string {
  const hidden = readdirSync(join(ROOT, 'catalog', 'git'))
    .filter((file) => !file.startsWith('_'))
    .map((file) => `git.${file.replace('.yaml', '')}`);
  const lines = Array.from({ length: rules }, (_, index) => {
    const [asks, fact] = index % 3 === 0 ? [', side_effects: [I]', ', side_effect: I'] : ['', ''];
    const id = (index % 2 === 0 ? hidden[index / 2] : undefined) ?? `unused.number_${index}`;
    return `  - {name: rule ${index}, applies_to: {ids: [${id}]${asks}}, discover: deny, must_match: [{id: ${id}${fact}}]}`;
  });
  return `version: policy.v1\nrules:\n${lines.join('\n')}\n`;
}
