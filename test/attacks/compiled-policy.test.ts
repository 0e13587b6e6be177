/**
 * The compiled form of a policy lies in the caller's own state directory. Whoever may write there and not into the policy
 * gains nothing by it: a forged form is not believed, whichever of the files belongs to somebody else.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { OVERLAY } from '../../scripts/bench/policies.ts';
import { ownPath, sealCompiled } from '../../src/platform/compiled-policy.ts';
import type { PolicyFile } from '../../src/platform/policy-files.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { cap, documentOf, emptyDirectory } from '../e2e/executable.ts';
import { AS_NOBODY, executableForEverybody } from '../nobody/nobody.ts';

const DENIED =
  'version: policy.v1\nrules:\n  - {name: never, applies_to: {ids: [system]}, execute: deny, must_match: [system.info.os]}\n';
const NOTHING = 'version: policy.v1\n';

type Place = { readonly home: string; readonly work: string; readonly state: string };

/** A home and a project that this user may read and not write, and a state directory that is all theirs. */
function place(): Place {
  const home = emptyDirectory();
  chmodSync(home, 0o755);
  for (const directory of ['.config', '.config/cap', 'work', 'state']) mkdirSync(join(home, directory));
  chmodSync(join(home, 'state'), 0o777);
  return { home, work: join(home, 'work'), state: join(home, 'state', 'own') };
}

const userFile = ({ home }: Place) => join(home, '.config', 'cap', 'policy.yaml');
const projectFile = ({ work }: Place) => join(work, '.cap-policy.yaml');

/** 0644 of whoever runs the tests is another's for nobody; an ordinary user's own file is closed for them, too. */
function foreign(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, AS_NOBODY.uid === undefined ? 0o444 : 0o644);
}

function own(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o666);
}

function ask({ home, work, state }: Place, argv: readonly string[]) {
  const env = { HOME: home, XDG_CONFIG_HOME: '', CAP_STATE_DIR: state };
  return cap([...argv, '--json'], { env, cwd: work, nobody: true });
}

const run = async (at: Place) => {
  const answer = documentOf(await ask(at, ['run', 'system.info.os'])) as unknown as { status: string };
  return answer.status;
};

/** What a cap of this user's own leaves where nothing forbids it, made to fit the files and to say nothing. */
let template = '';
beforeAll(async () => {
  const at = place();
  own(userFile(at), DENIED);
  expect(await run(at)).toBe('denied');
  const [name = ''] = readdirSync(join(at.state, 'policy'));
  template = readFileSync(join(at.state, 'policy', name), 'utf8').split('\n')[0] as string;
});

/** Puts a form without rules where one is looked for. */
function forge(at: Place, files: readonly PolicyFile[]): void {
  const policy = JSON.parse(template) as Policy;
  const forged = sealCompiled({ ...policy, rules: [] }, files);
  const name = ownPath(at.state, files);
  // Written by the user who reads it, as a forger would.
  const script = 'umask 077; mkdir -p "$1" && cat > "$0"';
  const { status } = spawnSync('/bin/sh', ['-c', script, name, dirname(name)], {
    input: forged,
    ...AS_NOBODY,
  });
  expect(status).toBe(0);
}

it.each<[string, (at: Place) => readonly PolicyFile[]]>([
  [
    'the only file',
    (at) => {
      foreign(userFile(at), DENIED);
      return [{ level: 'user', path: userFile(at), text: DENIED }];
    },
  ],
  [
    'a project’s file beside one of their own',
    (at) => {
      own(userFile(at), NOTHING);
      foreign(projectFile(at), DENIED);
      return [
        { level: 'user', path: userFile(at), text: NOTHING },
        { level: 'project', path: projectFile(at), text: DENIED },
      ];
    },
  ],
  [
    'the user’s file beside a project’s of their own',
    (at) => {
      foreign(userFile(at), DENIED);
      own(projectFile(at), NOTHING);
      return [
        { level: 'user', path: userFile(at), text: DENIED },
        { level: 'project', path: projectFile(at), text: NOTHING },
      ];
    },
  ],
])('is not believed where %s cannot be written by the caller', async (_name, put) => {
  const at = place();
  const files = put(at);
  expect(await run(at)).toBe('denied');
  // Nothing is left either that could be believed.
  expect(existsSync(join(at.state, 'policy')) ? readdirSync(join(at.state, 'policy')) : []).toEqual([]);
  forge(at, files);
  expect(await run(at)).toBe('denied');
  const explained = documentOf(await ask(at, ['policy', 'explain', 'system.info.os']));
  expect(JSON.stringify(explained)).toContain('never');
});

it('the forged form is one that would be believed: in the place of the caller’s own file it is', async () => {
  const at = place();
  own(userFile(at), DENIED);
  forge(at, [{ level: 'user', path: userFile(at), text: DENIED }]);
  expect(await run(at)).toBe('succeeded');
});

/** /etc of a mount namespace of its own: only an administrator has one. */
const inOwnEtc = (script: string, argv: readonly string[] = []) =>
  spawnSync('unshare', ['-m', 'sh', '-euc', `${OVERLAY}; ${script}`, ...argv], { encoding: 'utf8' });

it.skipIf(process.getuid?.() !== 0 || inOwnEtc('true').status !== 0)(
  'beside the organisation’s file is believed where the owner of that file wrote it, and where the caller did it is not',
  () => {
    const { home, state } = place();
    const policy = join(home, 'organisation.yaml');
    foreign(policy, DENIED);
    const files = [{ level: 'organisation', path: '/etc/cap/policy.yaml', text: DENIED }] as const;
    const compiled = JSON.parse(template) as Policy;
    const forged = join(home, 'forged');
    writeFileSync(forged, sealCompiled({ ...compiled, rules: [] }, files), { mode: 0o644 });
    const script = `
      mkdir /etc/cap; cp "$1" /etc/cap/policy.yaml
      "$0" policy compile > /dev/null
      run() {
        setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/ CAP_STATE_DIR="$3" \\
          "$0" run system.info.os --json || true
      }
      run "$@"
      cp "$2" /etc/cap/policy.compiled; run "$@"
      chown 65534 /etc/cap/policy.compiled; run "$@"
    `;
    const { stdout, stderr } = inOwnEtc(script, [executableForEverybody(), policy, forged, state]);
    const answers = stdout.trim().split('\n');
    // The second shows that the forged form says what the third does not believe.
    expect(answers.map((line) => JSON.parse(line).status, stderr)).toEqual(['denied', 'succeeded', 'denied']);
    expect(readdirSync(state)).not.toContain('policy');
  },
);
