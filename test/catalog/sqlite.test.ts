import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { validate } from '../../src/run/validator.ts';
import { loadCapability } from './default-catalog.ts';
import { type Ran, runCapability } from './run-capability.ts';

const NAME = '-店铺 100% #1?.db';
let cwd: string;
let file: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'cap sqlite 测试-')));
  file = join(cwd, NAME);
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '无名', mail TEXT UNIQUE,
      shout TEXT GENERATED ALWAYS AS (upper(name)) VIRTUAL);
    CREATE TABLE "order ""lines""" (user INTEGER REFERENCES users(id) ON DELETE CASCADE, big INTEGER, price REAL, raw BLOB,
      note TEXT, PRIMARY KEY (user, big)) WITHOUT ROWID;
    CREATE INDEX by_price ON "order ""lines""" (price, note);
    CREATE VIEW rich AS SELECT * FROM "order ""lines""" WHERE price > 5;
    CREATE VIEW broken AS SELECT * FROM gone;
    CREATE VIRTUAL TABLE texts USING fts5(body);
    INSERT INTO texts VALUES ('a quick fox'), ('slow snail');
    INSERT INTO users (id, name, mail) VALUES (1, '李 雷', 'li@example.org'), (2, 'O''Neil', NULL), (3, '', 'c');
    INSERT INTO "order ""lines""" VALUES (1, 9007199254740993, 9.5, x'00ff10', 'a,b'), (2, -1, 1e999, NULL, 'x"y' || char(10) || 'z');
    PRAGMA user_version = 7;
  `);
  database.close();
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function run(id: string, args: JsonObject): Promise<Ran> {
  const before = { hash: hashOf(file), names: readdirSync(cwd) };
  const ran = await runCapability(id, { path: NAME, ...args }, { cwd });
  expect({ hash: hashOf(file), names: readdirSync(cwd) }, 'a reader leaves everything as it was').toEqual(before);
  const schema = loadCapability(id).outputSchema;
  if (ran.status === 'succeeded' && schema !== undefined) expect(validate(schema, ran.result)).toEqual([]);
  return ran;
}

async function answer(id: string, args: JsonObject = {}): Promise<Ran['result']> {
  const ran = await run(id, args);
  expect(ran, ran.message).toMatchObject({ status: 'succeeded' });
  return ran.result;
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('data.sqlite.tables', () => {
  it('lists tables, views and virtual tables with their structure', async () => {
    const result = await answer('data.sqlite.tables');
    expect(result).toMatchObject({ file, encoding: 'UTF-8', user_version: 7, total: 5, truncated: false });
    const byName = new Map(result.tables.map((table: { name: string }) => [table.name, table]));
    expect([...byName.keys()]).toEqual(['broken', 'order "lines"', 'rich', 'texts', 'users']);
    expect(byName.get('users')).toEqual({
      name: 'users',
      type: 'table',
      rows: 3,
      columns: [
        { name: 'id', type: 'INTEGER', not_null: false, primary_key: 1, default: null, generated: false },
        { name: 'name', type: 'TEXT', not_null: true, primary_key: 0, default: "'无名'", generated: false },
        { name: 'mail', type: 'TEXT', not_null: false, primary_key: 0, default: null, generated: false },
        { name: 'shout', type: 'TEXT', not_null: false, primary_key: 0, default: null, generated: true },
      ],
      indexes: [{ name: 'sqlite_autoindex_users_1', unique: true, columns: ['mail'] }],
      foreign_keys: [],
      sql: null,
    });
    expect(byName.get('order "lines"')).toMatchObject({
      rows: 2,
      foreign_keys: [{ columns: ['user'], table: 'users', to: ['id'], on_delete: 'CASCADE', on_update: 'NO ACTION' }],
    });
    expect(byName.get('rich')).toMatchObject({ type: 'view', rows: 2 });
    expect(byName.get('texts')).toMatchObject({ type: 'virtual', rows: 2, columns: [{ name: 'body' }] });
    expect(byName.get('broken')).toMatchObject({ rows: null, error: expect.stringContaining('gone') });
  });

  it('takes one table in any case, gives its statement, cuts the list', async () => {
    const one = await answer('data.sqlite.tables', { table: 'USERS', definitions: true, count_rows: false });
    expect(one.tables).toMatchObject([
      { name: 'users', rows: null, sql: expect.stringMatching(/^CREATE TABLE users/) },
    ]);
    expect(await answer('data.sqlite.tables', { limit: 2 })).toMatchObject({ total: 5, truncated: true });
    const missing = await run('data.sqlite.tables', { table: 'user' });
    expect(missing.message).toBe('there is no table user; there is broken, order "lines", rich, texts, users');
  });

  it('says what is no database, and takes an empty file for an empty one', async () => {
    writeFileSync(join(cwd, 'a.csv'), 'a,b\n');
    writeFileSync(join(cwd, 'empty.db'), '');
    mkdirSync(join(cwd, 'dir'));
    const said = async (path: string) => (await run('data.sqlite.tables', { path })).message;
    expect(await said('a.csv')).toBe('a.csv is not an SQLite database (or it is encrypted)');
    expect(await said('no.db')).toBe('no.db does not exist');
    expect(await said('dir')).toBe('dir is a directory');
    expect(await answer('data.sqlite.tables', { path: 'empty.db' })).toMatchObject({ total: 0, tables: [] });
    writeFileSync(join(cwd, 'torn.db'), readFileSync(file).subarray(0, 3000));
    expect(await said('torn.db')).toMatch(/^torn\.db: /);
  });
});

describe('data.sqlite.query', () => {
  it('returns exact values of every kind', async () => {
    const sql = 'SELECT user, big, price, raw, note, NULL, user FROM "order ""lines""" ORDER BY user';
    expect(await answer('data.sqlite.query', { sql })).toEqual({
      file,
      columns: ['user', 'big', 'price', 'raw', 'note', 'NULL', 'user'],
      rows: [
        [1, '9007199254740993', 9.5, { blob_bytes: 3, hex: '00ff10' }, 'a,b', null, 1],
        [2, -1, 'Infinity', null, 'x"y\nz', null, 2],
      ],
      row_count: 2,
      truncated: false,
    });
  });

  it('fills placeholders by their type', async () => {
    const sql = 'SELECT typeof(?), typeof(?), typeof(?), typeof(?), ?';
    const result = await answer('data.sqlite.query', {
      sql,
      parameters: [1, 1.5, null, true, "'; DROP TABLE users --"],
    });
    expect(result.rows).toEqual([['integer', 'real', 'null', 'integer', "'; DROP TABLE users --"]]);
    const few = await run('data.sqlite.query', { sql: 'SELECT ?', parameters: [1, 2] });
    expect(few).toMatchObject({ status: 'failed', message: `${NAME}: column index out of range` });
  });

  it('stops an endless result at the limit, and tells an empty one', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
    expect(await answer('data.sqlite.query', { sql: endless, limit: 3 })).toMatchObject({
      rows: [[1], [2], [3]],
      row_count: 3,
      truncated: true,
    });
    const none = { columns: ['id'], rows: [], row_count: 0, truncated: false };
    expect(await answer('data.sqlite.query', { sql: 'SELECT id FROM users WHERE id > 3' })).toMatchObject(none);
    const exact = await answer('data.sqlite.query', { sql: 'SELECT id FROM users', limit: 3 });
    expect(exact).toMatchObject({ row_count: 3, truncated: false });
  });

  it('answers reading PRAGMA, EXPLAIN, VALUES, full text search and views', async () => {
    const rows = async (sql: string) => (await answer('data.sqlite.query', { sql })).rows;
    expect(await rows('pragma table_info(users)')).toHaveLength(3);
    expect(await rows('PRAGMA integrity_check;  -- done')).toEqual([['ok']]);
    expect((await rows('EXPLAIN QUERY PLAN SELECT * FROM users WHERE mail = 1'))[0][3]).toContain('INDEX');
    expect(await rows("VALUES (1, ';'), (2, '--')")).toEqual([
      [1, ';'],
      [2, '--'],
    ]);
    expect(await rows("/* a */ SELECT body FROM texts WHERE texts MATCH 'fox'")).toEqual([['a quick fox']]);
    expect(await rows('SELECT count(*) FROM rich')).toEqual([[2]]);
  });

  const WRITING = [
    'DELETE FROM users',
    "INSERT INTO users (name) VALUES ('x') RETURNING id",
    'WITH a AS (SELECT 1) DELETE FROM users',
    'SELECT 1; DELETE FROM users',
    "SELECT ';' ; ; DROP TABLE users",
    'EXPLAIN DELETE FROM users',
    'PRAGMA user_version = 9',
    'PRAGMA user_version(9)',
    'PRAGMA journal_mode = WAL',
    'PRAGMA writable_schema = ON',
    "ATTACH DATABASE 'new.db' AS n",
    "VACUUM INTO 'copy.db'",
    'CREATE TEMP TABLE t (a)',
    "SELECT load_extension('x')",
    'BEGIN EXCLUSIVE',
    '',
    ' -- nothing',
  ];
  it.each(WRITING)('refuses %j and changes nothing', async (sql) => {
    const ran = await run('data.sqlite.query', { sql });
    expect(['failed', 'invalid_arguments']).toContain(ran.status);
    if (sql !== '') expect(ran.message).toMatch(/only reading|more than one|refused|no statement|not authorized/);
  });

  it('says a mistake in the SQL in the words of SQLite', async () => {
    const ran = await run('data.sqlite.query', { sql: 'SELECT nme FROM users' });
    expect(ran.message).toBe(`${NAME}: no such column: nme`);
  });

  it('reads a WAL database, open elsewhere with unwritten pages or at rest, and leaves no file behind', async () => {
    const path = 'wal.db';
    const writer = new DatabaseSync(join(cwd, path));
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1); ');
    expect((await answer('data.sqlite.query', { path, sql: 'SELECT a FROM t' })).rows).toEqual([[1]]);
    writer.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (2)');
    expect((await answer('data.sqlite.query', { path, sql: 'SELECT a FROM t' })).rows).toEqual([[1]]);
    writer.exec('COMMIT');
    writer.close();
    expect((await answer('data.sqlite.query', { path, sql: 'SELECT a FROM t' })).rows).toEqual([[1], [2]]);
    expect(readdirSync(cwd).sort()).toEqual([NAME, path].sort());
  });
});

describe('data.sqlite.export_csv', () => {
  it('quotes what must be quoted, and only that', async () => {
    const result = await answer('data.sqlite.export_csv', { table: 'ORDER "lines"' });
    expect(result).toMatchObject({ row_count: 2, truncated: false, columns: ['user', 'big', 'price', 'raw', 'note'] });
    expect(result.csv).toBe(
      'user,big,price,raw,note\n1,9007199254740993,9.5,0x00ff10,"a,b"\n2,-1,Infinity,,"x""y\nz"\n',
    );
  });

  it('tells NULL from an empty text, takes a query, a delimiter and a limit', async () => {
    const sql = 'SELECT name, mail FROM users WHERE id >= ? ORDER BY id';
    const csv = async (args: JsonObject) => (await answer('data.sqlite.export_csv', args)).csv;
    expect(await csv({ sql, parameters: [2] })).toBe('name,mail\nO\'Neil,\n"",c\n');
    expect(await csv({ sql, parameters: [2], null_text: 'NULL', delimiter: 'tab', header: false })).toBe(
      "O'Neil\tNULL\n\tc\n",
    );
    const cut = await answer('data.sqlite.export_csv', { table: 'users', limit: 1, delimiter: 'semicolon' });
    expect(cut).toMatchObject({ row_count: 1, truncated: true });
    expect(cut.csv).toContain(';');
  });

  it('wants one source, and only reads', async () => {
    const said = async (args: JsonObject) => (await run('data.sqlite.export_csv', args)).message;
    expect(await said({})).toBe('give either "table" or "sql", and not both');
    expect(await said({ table: 'users', sql: 'SELECT 1' })).toBe('give either "table" or "sql", and not both');
    expect(await said({ sql: 'DROP TABLE users' })).toContain('only reading statements');
    expect(await said({ table: 'users"; DROP TABLE users; --' })).toContain('there is no table');
  });
});
