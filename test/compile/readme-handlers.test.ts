/** The manifests of other handlers in the README compile, each on top of the whole one that stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { compileCatalog } from '../../src/compile/compile.ts';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const whole = parse(/^```yaml\n(# my-catalog\/team\/sizes\.yaml\n[^`]*)```$/m.exec(README)?.[1] ?? '');
const others = [...README.matchAll(/^ {4}# my-catalog\/team\/(\w+)\.yaml.*\n((?: {4}.*\n)+)/gm)];

const bytes = (text: string) => new TextEncoder().encode(text);
const pack = {
  ...{ id: 'team', type: 'pack', version: 1, title: whole.title, summary: whole.summary, entities: ['directory'] },
  ...{ when_to_use: whole.when_to_use, when_not_to_use: whole.when_not_to_use },
};
const vocabulary = {
  version: 1,
  domain: { directory: { zh: '目录', en: 'directory' } },
  action: { list: { zh: '列出', en: 'list' } },
  qualifier: {},
};

it('there is one of each kind', () => {
  expect(others.map(([, , text]) => parse(text as string).handler.kind)).toEqual(['script', 'http', 'mcp']);
});

it.each(others.map(([, name, text]) => [name as string, text as string]))('%s', (name, text) => {
  const manifest = { ...whole, id: `team.${name}`, ...parse(text) };
  const compiled = compileCatalog([
    { path: 'lexicon/vocabulary.yaml', bytes: bytes(stringify(vocabulary)) },
    { path: 'team/_pack.yaml', bytes: bytes(stringify(pack)) },
    { path: `team/${name}.yaml`, bytes: bytes(stringify(manifest)) },
    ...(manifest.handler.kind === 'script' ? [{ path: `team/${name}.py`, bytes: bytes('print("[]")') }] : []),
  ]);
  if (Array.isArray(compiled)) throw new Error(compiled.map(formatDiagnostic).join('\n'));
  expect(compiled.capabilities.map(({ id }: { id: string }) => id)).toContain(`team.${name}`);
});
