/** What the README shows works: its commands run, its manifests compile, its tables are those of the source. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { EXIT_CODES } from '../../src/reason/reasons.ts';
import { barely, EXECUTABLE, emptyDirectory } from './executable.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] as string,
  );
}

describe('the README', () => {
  const directory = emptyDirectory();
  symlinkSync(EXECUTABLE, join(directory, 'cap'));
  for (const text of blocks('yaml')) {
    const [, path = ''] = /^# (\S+)/.exec(text) ?? [];
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const { PATH = '', ...env } = barely();

  test.each(blocks('sh').flatMap((text) => text.trim().split('\n')))('%s', (line) => {
    // What asks a person needs a terminal, and somebody who types.
    const person = line.startsWith('cap trust ');
    const [shell = '', ...words] = person ? ['script', '-qec', line, '/dev/null'] : ['/bin/sh', '-c', line];
    const given = spawnSync(shell, words, {
      input: person ? 'trust\n' : '',
      cwd: directory,
      env: { ...env, PATH: `${directory}:${PATH}` },
      encoding: 'utf8',
    });
    expect(given.stdout).not.toContain('"error.v1"');
    expect(given.stderr).toBe('');
    expect(given.status).toBe(0);
  });

  test('its manifests pass the lint', () => {
    const given = spawnSync(EXECUTABLE, ['catalog', 'lint', 'my-catalog'], { cwd: directory, env, encoding: 'utf8' });
    expect(JSON.parse(given.stdout)).toMatchObject({ capabilities: 2, findings: [] });
  });

  test('its exit codes are those of the source', () => {
    const rows = [...README.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning]) => ({
      code: Number(code),
      meaning,
    }));
    expect(rows).toEqual(EXIT_CODES);
  });

  test('its scripts exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ''] of README.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
  });
});
