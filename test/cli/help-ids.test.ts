/** Help is the same for everybody, so it names no capability of the catalog inside: a policy may hide it from who reads. */
import { expect, it } from 'vitest';
import { defaultCapabilities } from '../catalog/default-catalog.ts';
import { commandLine } from './command-line.ts';

/** The commands that a help lists, and those below them. */
async function helps(path: readonly string[] = []): Promise<string[]> {
  const { out, err } = await commandLine([...path, '--help']);
  const text = out + err;
  const list = /\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(text)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  const below: string[] = [];
  for (const name of names) below.push(...(await helps([...path, name])));
  return [text, ...below];
}

it('no help names an id or the words of one', async () => {
  const texts = (await helps()).map((text) => ` ${text.replaceAll(/\s+/g, ' ')} `);
  expect(texts.length).toBeGreaterThan(20);
  const ids = defaultCapabilities()
    .map(({ id }) => id)
    .filter((id) => id.includes('.'));
  expect(ids.length).toBeGreaterThan(100);
  const spoken = ids.flatMap((id) => [id, ` ${id.replaceAll('.', ' ')} `]);
  const named = texts.flatMap((text) => spoken.filter((one) => text.includes(one)));
  expect(named).toEqual([]);
});
