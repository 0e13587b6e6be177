import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/canon/hash.ts';
import { canonicalJson } from '../../src/canon/json.ts';
import { surfaceOf } from '../../src/capability/surface.ts';
import { type SchemaInspectResponse, schemaInspectResponse } from '../../src/contract/schema-inspect.v1.ts';
import { asker, capability, SMALL, snapshotOf } from '../search/catalog.ts';

const snapshot = snapshotOf(SMALL);
const ask = asker(snapshot);
const version = 'schema-inspect.v1';
const inspect = (more: object) => {
  const { exitCode, json } = ask('inspect', { version, ...more });
  return { exitCode, json: json as unknown as SchemaInspectResponse & { error: Record<string, unknown> } };
};

describe('inspect', () => {
  it('discloses one whole contract that fits its own schema, with the hash of the whole capability in either form', () => {
    const { exitCode, json } = inspect({ canonical_path: 'system.port.who' });
    expect(exitCode).toBe(0);
    expect(schemaInspectResponse.parse(json)).toBeTruthy();
    const compiled = snapshot.contract(snapshot.find('system.port.who'));
    expect(json.tool_spec.spec_hash).toBe(sha256Hex(canonicalJson(surfaceOf(compiled))));
    const full = inspect({ canonical_path: 'system.port.who', detail: 'full' });
    expect(full.json.tool_spec.spec_hash).toBe(json.tool_spec.spec_hash);
    expect(inspect({ canonical_path: 'git.log' }).json.tool_spec.spec_hash).not.toBe(json.tool_spec.spec_hash);
    expect(json.tool_spec.title).toBe('Show which process holds a port');
  });

  it('gives both languages in the full form only', () => {
    expect(inspect({ canonical_path: 'system.port.who' }).json.tool_spec.texts).toBeUndefined();
    const { texts } = inspect({ canonical_path: 'system.port.who', detail: 'full' }).json.tool_spec;
    expect(texts?.title).toEqual({ en: 'Show which process holds a port', zh: '查看谁占用端口' });
  });

  it('gives all aliases in the full form only', () => {
    const names = (language: string) => Array.from({ length: 9 }, (_, at) => `${language}${at}`);
    const many = capability('lamp.paint', 'Paint', 'Paint lamps', { aliases: { zh: names('漆'), en: names('paint') } });
    const lamps = asker(snapshotOf([many]));
    const aliasesIn = (detail: string) =>
      (lamps('inspect', { version, canonical_path: 'lamp.paint', detail }).json as unknown as SchemaInspectResponse)
        .tool_spec.identity.aliases;
    expect(aliasesIn('full')).toEqual([...names('漆'), ...names('paint')]);
    expect(aliasesIn('compact')).toEqual([...names('漆').slice(0, 4), ...names('paint').slice(0, 4)]);
  });

  it('accepts the hashes of the search and refuses another catalog without disclosing anything', () => {
    const hashes = { expected_source_hash: snapshot.sourceHash, expected_surface_hash: snapshot.surfaceHash };
    expect(inspect({ canonical_path: 'git.log', ...hashes }).exitCode).toBe(0);
    for (const name of ['expected_source_hash', 'expected_surface_hash']) {
      const { exitCode, json } = inspect({ canonical_path: 'git.log', ...hashes, [name]: '0'.repeat(64) });
      expect(exitCode).toBe(6);
      expect(json.error).toMatchObject({ reason: 'catalog_changed', path: `/${name}`, executed: false });
      expect(json.tool_spec).toBeUndefined();
    }
  });

  it('suggests the nearest id for an unknown one', () => {
    const { exitCode, json } = inspect({ canonical_path: 'git.lgo' });
    expect(exitCode).toBe(3);
    expect(json.error).toMatchObject({ reason: 'unknown_capability', did_you_mean: 'git.log', executed: false });
  });

  it('keeps whole numbers of a schema and refuses a contract above 64 KiB', () => {
    const wide = (count: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `field_${at}`,
          { type: 'integer', maximum: Number.MAX_SAFE_INTEGER },
        ]),
      ),
    });
    const big = asker(
      snapshotOf([
        capability('a.fits', 'Fits', 'Fits', { argumentsSchema: wide(100) }),
        capability('a.large', 'Large', 'Large', { argumentsSchema: wide(3000) }),
      ]),
    );
    const fits = big('inspect', { version, canonical_path: 'a.fits' });
    expect(fits.body).toContain('"maximum":9007199254740991');
    const large = big('inspect', { version, canonical_path: 'a.large' });
    expect(large.exitCode).toBe(2);
    expect(large.json).toMatchObject({ error: { reason: 'schema_too_large' } });
  });
});
