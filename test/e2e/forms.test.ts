/**
 * Each answer of a run that is not simply done, as a person sees it on a terminal: what happened, whether anything was
 * executed, and the next command, which is typed here letter by letter as it was printed.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { openDesk } from '../../src/platform/confirmations.ts';
import { newTicket, writeToken } from '../../src/run/confirm/token.ts';
import { cap, documentOf } from './executable.ts';
import { newcomer, nextOf, type Person } from './forms-catalog.ts';
import type { Shown } from './pty.ts';

const OVER = '--snapshot form.snapshot';

/** Commands that an answer prints on lines of their own, below the next one. */
const further = ({ screen }: Shown) => [...screen.matchAll(/^ {2}(cap .+)$/gm)].map(([, line]) => line as string);

function says({ screen, status }: Shown, wanted: number, ...parts: string[]): void {
  expect({ screen, status }).toMatchObject({ status: wanted });
  const unfolded = screen.replaceAll(/\s+/g, ' ');
  for (const part of parts) expect(unfolded).toContain(part);
}

const NOT = 'Nothing was executed.';

describe('a catalog that nobody has trusted', () => {
  test('is trusted by the command that is printed, and then the same line runs', async () => {
    const { types } = await newcomer();
    const line = `cap run form.read --word 'a "b" $c' ${OVER}`;
    const asked = await types(line);
    says(asked, 10, 'printf -- "a \\"b\\" $c"', 'the yes of a human', 'nobody has said that this catalog', NOT);
    expect(asked.screen).toMatch(/once, until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC:/);
    expect(nextOf(asked)).toBe('cap trust form.snapshot');
    says(await types(nextOf(asked), 'trust'), 0, 'It is trusted');
    says(await types(line), 0, 'succeeded form.read', 'a "b" $c');
  });

  test('is approved for one call by the commands that are printed, and for no other', async () => {
    const { types } = await newcomer();
    const asked = await types(`cap run form.read --word hi ${OVER}`);
    const [approve = '', run = ''] = further(asked);
    says(await types(run), 10, 'Nobody has approved this confirmation yet.', NOT);
    const yes = await types(approve, 'yes');
    says(yes, 0, 'approved form.read');
    expect(yes.screen).toContain(`  --confirmation-token ${approve.split(' ').at(-1)}`);
    expect(run).toContain(`--confirmation-token ${approve.split(' ').at(-1)}`);
    says(await types(run), 0, 'succeeded form.read', 'hi');
    const used = await types(run);
    says(used, 4, 'was used before', 'at: --confirmation-token', NOT);
    expect(nextOf(used)).toBe(`cap run form.read --word hi ${OVER}`);
    expect((await types(nextOf(used))).status).toBe(10);
  });

  test('is named by its whole path where the line did not name it', async () => {
    const { types, cwd } = await newcomer();
    writeFileSync(join(cwd, '.cap.json'), '{"snapshot":"form.snapshot"}');
    const next = nextOf(await types('cap run form.read --word hi'));
    expect(next).toBe(`cap trust '${join(cwd, 'form.snapshot')}'`);
    says(await types(next, 'trust'), 0, 'It is trusted');
    says(await types('cap run form.read --word hi'), 0, 'succeeded');
  });
});

describe('a catalog that is trusted', () => {
  let person: Person;
  const run = (rest: string) => person.types(`cap run ${rest} ${OVER}`);
  beforeAll(async () => {
    person = await newcomer();
    trustSnapshot(join(person.cwd, 'form.snapshot'), join(person.home, '.config'));
  });
  const underPolicy = async (policy: string, work: () => Promise<void>) => {
    const file = join(person.home, '.config', 'cap', 'policy.yaml');
    writeFileSync(file, policy);
    await work().finally(() => rmSync(file));
  };

  test('a yes of the caller: the printed line does it, once', async () => {
    const asked = await run('form.change --word made');
    says(asked, 10, 'touch -- made', '- made', 'It waits for your yes: the manifest asks', NOT);
    says(await person.types(nextOf(asked)), 0, 'succeeded');
    expect(existsSync(join(person.cwd, 'made'))).toBe(true);
    says(await person.types(nextOf(asked)), 4, 'was used before', NOT);
  });

  test('a yes of a human: the name is typed, and then the printed line does it', async () => {
    mkdirSync(join(person.cwd, 'old'));
    const asked = await run('form.drop --word old');
    says(asked, 10, '- old', 'It waits for the yes of a human', NOT);
    expect(nextOf(asked)).toMatch(/^cap approve cap1\.h\.\S+$/);
    says(await person.types(nextOf(asked), 'old'), 0, 'approved form.drop');
    expect(existsSync(join(person.cwd, 'old'))).toBe(true);
    says(await person.types(further(asked)[0] ?? ''), 0, 'succeeded');
    expect(existsSync(join(person.cwd, 'old'))).toBe(false);
  });

  test('a yes that is altered, expired or for another call: the printed line asks anew', async () => {
    const token = nextOf(await run('form.change --word x'))
      .split(' ')
      .at(-1) as string;
    const desk = await openDesk({ HOME: person.home, ...person.env }, 'linux');
    if (desk.kind === 'unavailable') throw new Error(desk.message);
    const hash = documentOf(
      await cap(['run', 'form.change', '--word', 'x', ...OVER.split(' ')], { ...person, stdin: '' }),
    ) as unknown as { invocation: { input_hash: string } };
    const long = { ...desk, now: desk.now - 3_600_000 };
    const call = { inputHash: hash.invocation.input_hash, nonce: desk.newNonce(), marks: '0'.repeat(64) };
    const expired = writeToken(newTicket({ approver: 'caller', ...call }, long), desk);
    const cases = [
      [`form.change --word x --confirmation-token ${token}0`, 'it was altered'],
      [`form.change --word x --confirmation-token=${expired}`, 'has expired'],
      [`form.change --confirmation-token ${token} --word y`, 'is for another call'],
    ] as const;
    for (const [line, why] of cases) {
      const refused = await run(line);
      says(refused, 4, why, NOT);
      expect(nextOf(refused)).toMatch(/^cap run form\.change --word [xy] --snapshot form\.snapshot$/);
      says(await person.types(nextOf(refused)), 10, 'It waits for your yes');
    }
  });

  test.each([
    ['absent', 'is in no directory of PATH', 'Install cap-no-such-program'],
    ['elsewhere', 'works on win32', 'A machine with win32'],
    ['secret', 'The secret FORM_TOKEN is not there', 'Set CAP_SECRET_FORM_TOKEN'],
  ])('what is unavailable here (%s) leads to its doors', async (name, why, opens) => {
    const refused = await run(`form.${name} --word x`);
    says(refused, 7, why, NOT);
    expect(nextOf(refused)).toBe(`cap doors form.${name} ${OVER}`);
    says(await person.types(nextOf(refused)), 0, opens);
  });

  test('what keeps failing, until it is reset', async () => {
    const failed = await run('form.fail --word x');
    says(failed, 8, 'It ended with exit code 1', 'It was executed.');
    says(await person.types(nextOf(failed)), 0, 'Usage: cap run form.fail');
    await run('form.fail --word x');
    const open = await run('form.fail --word x');
    says(open, 11, 'failed or found nothing 2 times', NOT);
    says(await person.types(nextOf(open)), 0, 'may be tried again');
    says(await run('form.fail --word x'), 8, 'It was executed.');
  });

  test('what ran out of time was executed, and may be typed again', async () => {
    const line = `cap run form.slow_read --word 30 ${OVER}`;
    const late = await person.types(line);
    says(late, 124, 'It was stopped after 800 ms', 'It was executed.');
    expect(nextOf(late)).toBe(line);
  });

  test('a change with unknown outcome, and the same once more, lead to what is open', async () => {
    const asked = await run('form.slow_change --word 30');
    const unknown = await person.types(nextOf(asked));
    says(unknown, 9, 'It was executed.', 'Run form.read to see whether it took effect');
    const again = await run('form.slow_change --word 30');
    says(again, 9, 'it is not done again', NOT);
    for (const shown of [unknown, again]) {
      const open = await person.types(nextOf(shown));
      says(open, 0, 'form.slow_change unknown since');
      const [close = ''] =
        /^ *(cap recover \w+ --as committed --snapshot form.snapshot)/m.exec(open.screen)?.slice(1) ?? [];
      expect(close).not.toBe('');
      if (shown === again) says(await person.types(close), 0, 'Nothing.');
    }
    says(await person.types('cap recover'), 0, 'Nothing is open.');
  });

  test('arguments that do not fit', async () => {
    const refused = await run('form.read');
    says(refused, 5, '--word is missing', NOT);
    says(await person.types(nextOf(refused)), 0, 'Usage: cap run form.read');
  });

  test('a dry run says what would be, that it waits, and what is not enforced; the next line is the call', async () => {
    const planned = await run('form.sockets --word x --dry-run');
    says(planned, 0, 'printf -- x', 'It should reach no network, and that is unenforced: It looks at', NOT);
    says(
      await person.types(nextOf(planned)),
      0,
      'succeeded',
      ' ms; it should reach no network, and that is unenforced',
    );
    const waiting = await run('form.drop --word x --dry-run');
    says(waiting, 0, 'It waits for the yes of a human', NOT);
    expect(nextOf(waiting)).toBe(`cap run form.drop --word x ${OVER}`);
  });

  test('what a policy denies or lets wait names the rule and its file; explain says the same', async () => {
    const rule = (name: string, id: string, more: string) =>
      `- {name: ${name}, applies_to: {ids: [${id}]}, ${more}, must_match: [${id}], must_not_match: [form.drop]}\n`;
    const rules = `${rule('closed', 'form.read', 'execute: deny, because: Not here.')}${rule('ask', 'form.fail', 'execute: human')}`;
    await underPolicy(`version: policy.v1\nnetwork: {unenforced: deny}\nrules:\n${rules}`, async () => {
      const file = `policy file: ${person.home}/.config/cap/policy.yaml`;
      for (const [line, why] of [
        ['form.read --word x', 'Not here. (rule "closed" of the user policy)'],
        ['form.sockets --word x', '(network.unenforced of the user policy)'],
      ] as const) {
        const denied = await run(line);
        says(denied, 4, why, file, NOT);
        says(await person.types(nextOf(denied)), 0, 'execute no', why);
        says(await run(`${line} --dry-run`), 0, why, NOT);
      }
      says(await run('form.fail --word x'), 10, 'a human, on a terminal: rule "ask" of the user policy', file, NOT);
    });
  });

  test('a broken policy denies everything and leads to its check', async () => {
    await underPolicy('version: policy.v1\nrulez: []\n', async () => {
      const denied = await run('form.read --word x');
      says(denied, 4, 'there is no field "rulez"', NOT);
      says(await person.types(nextOf(denied)), 2, 'Everything is denied until this is repaired.');
    });
  });
});
