import { describe, expect, it } from 'vitest';
import { toolSearchResponse } from '../../src/contract/tool-search.v1.ts';
import { asker, capability, SMALL, snapshotOf } from './catalog.ts';

const ask = asker(snapshotOf(SMALL));
const search = (more: object) => ask('search', { version: 'tool-search.v1', ...more }).json;
const ids = (more: object) => search(more).candidates.map((candidate) => candidate.canonical_path);

describe('the exact guard', () => {
  const spellings: readonly [string, string, string[]][] = [
    ['canonical id', 'system.port.who', ['system.port.who']],
    ['capitals', 'SYSTEM.PORT.WHO', ['system.port.who']],
    ['full width', 'ｓｙｓｔｅｍ．ｐｏｒｔ．ｗｈｏ', ['system.port.who']],
    ['CLI path', 'system port who', ['system.port.who']],
    ['CLI path with the command', 'cap run system port who', ['system.port.who']],
    ['blanks around', '   system.port.who  ', ['system.port.who']],
    ['quotes around', '"system.port.who"', ['system.port.who']],
    ['Chinese punctuation around', '「system.port.who」。', ['system.port.who']],
    ['English alias', 'Who uses this port?', ['system.port.who']],
    ['Chinese alias', '端口被谁占用', ['system.port.who']],
    ['unique suffix', 'port.who', ['system.port.who']],
    ['unique last segment', 'kill', ['system.process.kill']],
    ['list with commas', 'git.log, git.status,system.port.who', ['git.log', 'git.status', 'system.port.who']],
    ['list in Chinese', 'git.log、git.push 和 system.port.who', ['git.log', 'git.push', 'system.port.who']],
    ['list with blanks', 'git.push git.log', ['git.push', 'git.log']],
  ];
  it.each(spellings)('%s', (_kind, query, expected) => {
    const answer = search({ query });
    expect(answer.candidates.map((candidate) => candidate.canonical_path)).toEqual(expected);
    expect(answer.strategy).toBe('exact_guard');
    expect(answer.resolution).toBe('exact');
  });

  it('puts ids that a sentence names first and keeps answering the sentence', () => {
    const answer = search({ query: '用 git.log 找出是谁推送了提交，然后看看谁占用了端口', limit: 5 });
    expect(answer.candidates[0]?.canonical_path).toBe('git.log');
    expect(answer.candidates.map((candidate) => candidate.canonical_path)).toContain('system.port.who');
  });

  it('lists the options of an ambiguous suffix', () => {
    const answer = search({ query: 'status' });
    expect(answer.candidates.map((candidate) => candidate.canonical_path)).toEqual([
      'git.status',
      'system.service.status',
    ]);
    expect(answer.resolution).toBe('ambiguous');
  });

  const filtered: readonly [string, object, string][] = [
    ['excluded', { exclude_canonical: ['system.port.who'] }, 'excluded'],
    ['out of scope', { within: 'git' }, 'scope_mismatch'],
    ['another product', { product_ids: ['git'] }, 'product_mismatch'],
    ['another type', { types: ['recipe'] }, 'type_mismatch'],
    ['another effect', { effects: ['write'] }, 'effect_mismatch'],
  ];
  it.each(filtered)('ends with exact_filtered when the hit is %s, never a sibling', (_kind, filter, reason) => {
    const answer = search({ query: 'system.port.who', ...filter });
    expect(answer.candidates).toEqual([]);
    expect(answer.exact_filtered).toEqual({ canonical_path: 'system.port.who', reason });
    expect(answer).toMatchObject({ strategy: 'exact_filtered', resolution: 'exact_filtered', total_matches: 0 });
  });

  it('says unavailable for a capability of another operating system', () => {
    expect(search({ query: 'media.mac.only' }).exact_filtered?.reason).toBe('unavailable');
    const mac = asker(snapshotOf(SMALL), 'darwin')('search', { version: 'tool-search.v1', query: 'media.mac.only' });
    expect(mac.json.candidates[0]?.canonical_path).toBe('media.mac.only');
  });
});

describe('the ranking', () => {
  it.each([
    ['哪个进程占用了端口 3000', 'system.port.who'],
    ['process that holds the port', 'system.port.who'],
    ['结束进程', 'system.process.kill'],
    ['newest commits', 'git.log'],
    ['untracked files', 'git.status'],
  ])('%s → %s', (query, expected) => {
    expect(ids({ query })[0]).toBe(expected);
  });

  it('answers in the language of the query', () => {
    expect(search({ query: '端口 进程' }).candidates[0]?.title).toMatch(/端口/u);
    expect(search({ query: 'port process' }).candidates[0]?.title).toMatch(/port/u);
  });

  it('breaks ties by canonical id, whatever the order of the sources', () => {
    const twins = ['b.same', 'a.same', 'c.same'].map((id) => capability(id, 'Copy a file', 'Copies one file'));
    for (const order of [twins, [...twins].reverse()]) {
      const answer = asker(snapshotOf(order))('search', { version: 'tool-search.v1', query: 'copies files' });
      expect(answer.json.candidates.map((candidate) => candidate.canonical_path)).toEqual([
        'a.same',
        'b.same',
        'c.same',
      ]);
    }
  });

  it('filters before it counts', () => {
    const all = search({ query: 'process port' });
    const reads = search({ query: 'process port', side_effect_max: 'R' });
    expect(all.total_matches).toBeGreaterThan(reads.total_matches);
    expect(reads.candidates.every((candidate) => candidate.side_effect === 'R')).toBe(true);
  });

  it('offers packs only when they are asked for', () => {
    expect(ids({ query: 'version control git' })).not.toContain('git');
    expect(ids({ query: 'version control', types: ['pack'] })).toEqual(['git']);
  });
});

describe('honest emptiness', () => {
  it.each([
    ['stop words only', 'the of and is'],
    ['emoji only', '🙂🙂🙂'],
    ['a script that the catalog lacks', 'Привет как дела'],
    ['foreign words', 'quantum chromodynamics lagrangian'],
    ['Chinese that the catalog lacks', '鹦鹉螺化石鉴赏'],
  ])('%s: no candidate, a hint, exit 0', (_kind, query) => {
    const answer = ask('search', { version: 'tool-search.v1', query });
    expect(answer.exitCode).toBe(0);
    expect(answer.json).toMatchObject({
      candidates: [],
      resolution: 'no_confident_match',
      abstained: true,
      total_matches: 0,
    });
    expect(answer.json.hint).toBeTruthy();
  });

  it('says that the filters leave nothing, instead of "nothing matched"', () => {
    expect(search({ query: 'commits', within: 'no.such.pack' }).hint).toMatch(/filters/u);
  });
});

describe('sub-queries', () => {
  it('take turns, so that each clause is answered', () => {
    const answer = search({ subqueries: ['listening ports', 'newest commits'], limit: 2 });
    expect(answer.strategy).toBe('decomposed_round_robin');
    expect(answer.candidates.map((candidate) => candidate.canonical_path)).toEqual([
      'system.port.listening',
      'git.log',
    ]);
  });

  it('never show a candidate twice', () => {
    const found = ids({ subqueries: ['newest commits', 'commits', 'list commits'], limit: 20 });
    expect(new Set(found).size).toBe(found.length);
  });

  it('say decomposed_exact_filtered when every clause is filtered out', () => {
    const answer = search({ subqueries: ['git.log', 'git.push'], within: 'system' });
    expect(answer.strategy).toBe('decomposed_exact_filtered');
    expect(answer.candidates).toEqual([]);
  });
});

describe('budgets', () => {
  const long = '一段很长的中文摘要，用来占满预算。'.repeat(30);
  const many = Array.from({ length: 40 }, (_, at) => capability(`pack.item_${at}`, `条目 ${at} 的预算`, long));
  const big = asker(snapshotOf(many));

  it('cuts at whole references within 8 KiB and says so', () => {
    const answer = big('search', { version: 'tool-search.v1', query: '预算摘要', limit: 20, explain: true });
    expect(new TextEncoder().encode(answer.body).length).toBeLessThanOrEqual(8192);
    expect(answer.json.truncated).toBe(true);
    expect(answer.json.search_meta.returned_count).toBe(answer.json.candidates.length);
    expect(answer.json.candidates.length).toBeGreaterThan(2);
    expect([...(answer.json.candidates[0]?.summary ?? '')].length).toBeLessThanOrEqual(256);
    expect(answer.json.candidates[0]?.truncated_fields).toEqual(['summary']);
  });
});

describe('the wire', () => {
  it.each([
    [{ query: 'process port' }],
    [{ query: 'process port', explain: true, use_history: true }],
    [{ query: 'status' }],
    [{ query: 'git.log', within: 'system' }],
    [{ subqueries: ['git.log', 'nothing at all'] }],
  ])('%j fits tool-search.v1', (more) => {
    expect(toolSearchResponse.parse(search(more))).toBeTruthy();
  });

  it('shows scores with explain only, and the sum of a score is its parts', () => {
    const plain = search({ query: 'process port' }).candidates[0];
    expect(JSON.stringify(plain)).not.toMatch(/score/u);
    const explained = search({ query: 'process port', explain: true }).candidates[0]?.score_breakdown;
    const deltas = explained?.signals.reduce((sum, signal) => sum + signal.delta, 0) ?? 0;
    expect(explained?.total).toBe((explained?.lexical ?? 0) + deltas);
  });
});
