/** What the README shows works: its commands run, its manifests compile, its tables are those of the source. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { EXIT_CODES } from '../../src/reason/reasons.ts';
import { barely, EXECUTABLE, emptyDirectory } from './executable.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

type Step = { readonly kind: 'run' | 'save'; readonly text: string };

/** What a reader does, from the top to the bottom: type the commands, save the files. */
const STEPS: readonly Step[] = [...README.matchAll(/^```(sh|yaml)\n([\s\S]*?)^```$/gm)].flatMap(
  ([, language, text = '']): Step[] => {
    if (language === 'yaml') return [{ kind: 'save', text }];
    const lines = text
      .trim()
      .replaceAll(/ *\\\n */g, ' ')
      .split('\n');
    return lines.map((line) => ({ kind: 'run', text: line }));
  },
);

/** Adding a capability by hand, typing included, is a matter of two minutes; the program may take a few seconds of them. */
const LONGEST_COMMAND_MS = 20_000;

describe('the README', () => {
  const directory = emptyDirectory();
  symlinkSync(EXECUTABLE, join(directory, 'cap'));
  const { PATH = '', ...env } = barely();
  /** What was said to each command. */
  const answers = new Map<string, string>();

  test.each(STEPS)('$kind $text', ({ kind, text }) => {
    if (kind === 'save') {
      const [, path = ''] = /^# (\S+)/.exec(text) ?? [];
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
      return;
    }
    // What asks a person needs a terminal, and somebody who types when the question stands there.
    const person = text.startsWith('cap trust ');
    const words = person ? ['(sleep 2; echo trust) | script -qec "$0" /dev/null', text] : [text];
    const started = performance.now();
    const given = spawnSync('/bin/sh', ['-c', ...words], {
      input: '',
      cwd: directory,
      env: { ...env, PATH: `${directory}:${PATH}` },
      encoding: 'utf8',
    });
    expect(performance.now() - started).toBeLessThan(LONGEST_COMMAND_MS);
    expect(given.stdout).not.toContain('"error.v1"');
    expect(given.stderr).toBe('');
    expect(given.status).toBe(0);
    // The one that is typed last, where a command is typed twice.
    answers.set(text, given.stdout);
  });

  test('its capability passes the lint, its examples run, and it is found as well as the built-in ones', () => {
    const answer = (command: string) => JSON.parse(answers.get(command) ?? 'null');
    expect(answer('cap catalog lint my-catalog')).toMatchObject({ capabilities: 2, findings: [] });
    const { examples } = answer('cap catalog test my-catalog --with-builtin') as { examples: { outcome: string }[] };
    expect(examples.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(answer('cap search 文件夹有多大').candidates[0]).toMatchObject({ canonical_path: 'team.sizes' });
    const both = answer('cap search 端口被占用');
    expect(both.candidates.map((one: { canonical_path: string }) => one.canonical_path)).toContain('system.port.who');
    expect(both.catalog).toEqual(answer('cap search 文件夹有多大').catalog);
  });

  test('its exit codes are those of the source', () => {
    const rows = [...README.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning]) => ({
      code: Number(code),
      meaning,
    }));
    expect(rows).toEqual(EXIT_CODES);
  });

  test('its scripts exist, and whichever node is on the PATH does for them', () => {
    // `npm run` finds the project's own node; the one of the machine may not read TypeScript.
    expect(README).not.toMatch(/\bnode scripts\//);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ''] of README.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
  });
});
