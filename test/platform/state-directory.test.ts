import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findExecutable } from '../../src/platform/executables.ts';
import { locateState, openState } from '../../src/platform/state-directory.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap state '));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const mode = (path: string) => statSync(path).mode & 0o777;

describe('the state directory', () => {
  it.each([
    [{ CAP_STATE_DIR: '/a/state', XDG_STATE_HOME: '/x', HOME: '/h' }, '/a/state'],
    [{ CAP_STATE_DIR: '', XDG_STATE_HOME: '/x', HOME: '/h' }, '/x/cap'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/cap'],
    [{ HOME: '/h' }, '/h/.local/state/cap'],
  ])('of %j is %s', (env, path) => {
    expect(locateState(env, 'linux')).toEqual({ kind: 'state', path });
  });

  it.each([[{}], [{ HOME: '' }], [{ HOME: 'relative' }], [{ CAP_STATE_DIR: 'relative', HOME: '/h' }]])(
    'of %j is nowhere, and that is said',
    (env) => {
      expect(locateState(env, 'linux').kind).toBe('unavailable');
    },
  );

  it('is made for this user only, and an open one is closed', async () => {
    const path = join(home, 'a', 'state');
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    expect(await openState({ CAP_STATE_DIR: path }, 'linux', 'results')).toEqual({
      kind: 'state',
      path: join(path, 'results'),
    });
    expect([mode(path), mode(join(path, 'results'))]).toEqual([0o700, 0o700]);
  });

  it('is made once by many at the same time', async () => {
    const env = { CAP_STATE_DIR: join(home, 'deep', 'er', 'state') };
    const opened = await Promise.all(Array.from({ length: 50 }, () => openState(env, 'linux', 'results')));
    expect(new Set(opened.map(({ kind }) => kind))).toEqual(new Set(['state']));
  });

  it('of another user is refused, by its own name, by a link to it and by a link of theirs; a link to an own one is closed', async () => {
    const foreign = join(home, 'foreign');
    const [link, theirs, mine] = [join(home, 'link'), join(home, 'theirs'), join(home, 'mine')];
    mkdirSync(foreign);
    mkdirSync(join(home, 'own'), { mode: 0o755 });
    symlinkSync(join(home, 'own'), mine);
    symlinkSync(join(home, 'own'), theirs);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      chownSync(foreign, 12_345, 12_345);
      lchownSync(theirs, 12_345, 12_345);
    }
    // Of whoever is not root, the system's own directory is another's.
    const other = isRoot ? foreign : '/usr';
    symlinkSync(other, link);
    for (const path of [other, link, ...(isRoot ? [theirs] : [])]) {
      for (const parts of [[], ['results']]) {
        const opened = await openState({ CAP_STATE_DIR: path }, 'linux', ...parts);
        if (parts.length === 0 || isRoot)
          expect(opened, path).toMatchObject({
            kind: 'unavailable',
            message: expect.stringMatching(/belongs to another user$/),
          });
        else expect(opened.kind).toBe('unavailable');
      }
    }
    expect(await openState({ CAP_STATE_DIR: mine }, 'linux')).toEqual({ kind: 'state', path: mine });
    expect(mode(join(home, 'own'))).toBe(0o700);
  });

  it('that is a file, or where nobody may write, is unavailable with the reason', async () => {
    writeFileSync(join(home, 'file'), '');
    for (const path of [join(home, 'file'), join(home, 'file', 'below'), '/proc/cap-state', '/sys/cap-state']) {
      const opened = await openState({ CAP_STATE_DIR: path }, 'linux', 'results');
      expect(opened).toMatchObject({ kind: 'unavailable' });
      expect((opened as { message: string }).message).toContain(path);
    }
  });
});

describe('an executable', () => {
  it('is a regular file with the right to run it, in an absolute entry of PATH, by its bare name', async () => {
    const [first, second] = [join(home, 'first'), join(home, 'second')];
    mkdirSync(join(first, 'folder'), { recursive: true });
    mkdirSync(second);
    writeFileSync(join(first, 'plain'), '', { mode: 0o644 });
    for (const name of ['plain', 'folder', 'real']) writeFileSync(join(second, name), '#!/bin/sh\n', { mode: 0o755 });
    symlinkSync(join(second, 'real'), join(first, 'link'));
    symlinkSync(join(second, 'gone'), join(first, 'broken'));
    const path = `relative:${first}::${second}`;
    expect(await findExecutable('plain', path)).toMatchObject({ path: join(second, 'plain') });
    expect(await findExecutable('folder', path)).toMatchObject({ path: join(second, 'folder') });
    expect(await findExecutable('link', path)).toEqual({ path: join(first, 'link'), realPath: join(second, 'real') });
    for (const name of ['broken', 'absent', '', '.', '..', `../second/real`, join(second, 'real'), 'a\0b']) {
      expect(await findExecutable(name, path)).toBeUndefined();
    }
  });
});
