/** data.csv.*: tables with quotes, line ends, other separators and encodings. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quick, useBench } from './file-bench.ts';
import { runChecked, runRefused } from './run-checked.ts';

const bench = useBench();
const at = () => ({ cwd: bench.cwd });
const NASTY_CSV = '\ufeffid,name,note\r\n1,"Ann, ""A""","two\nlines"\r\n\r\n2,李雷,\r\n3,"",x,extra\r\n';

describe('data.csv.head', () => {
  it('reads quotes, line ends in quotes and a mark', async () => {
    bench.put('-表 格.csv', NASTY_CSV);
    const answer = await runChecked('data.csv.head', { path: '-表 格.csv' }, at());
    expect(answer).toEqual({
      columns: ['id', 'name', 'note'],
      rows: [
        ['1', 'Ann, "A"', 'two\nlines'],
        ['2', '李雷', ''],
        ['3', '', 'x', 'extra'],
      ],
      delimiter: ',',
      encoding: 'utf-8',
      truncated: false,
    });
    expect(await quick('data.csv.head', { path: '-表 格.csv', rows: 1 }, bench.cwd)).toMatchObject({
      truncated: true,
      rows: { length: 1 },
    });
  });

  it.each([
    ['a;b;c\n1,5;2;3\n4,5;5;6\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n"x|y"|2\n', '|'],
    ['one\ntwo\n', ','],
    ['', ','],
  ])('recognises the separator of %j', async (content, delimiter) => {
    bench.put('f.csv', content);
    expect((await quick('data.csv.head', { path: 'f.csv' }, bench.cwd)).delimiter).toBe(delimiter);
  });

  it('reads GBK, no header, and refuses an open quote', async () => {
    bench.put(
      'gbk.csv',
      execFileSync('iconv', ['-f', 'utf-8', '-t', 'gbk'], { input: '姓名,城市,备注说明\n张三,上海,这是一个测试\n' }),
    );
    expect(await quick('data.csv.head', { path: 'gbk.csv', encoding: 'gbk' }, bench.cwd)).toMatchObject({
      columns: ['姓名', '城市', '备注说明'],
      rows: [['张三', '上海', '这是一个测试']],
    });
    expect(await quick('data.csv.head', { path: 'gbk.csv', encoding: 'gbk', header: false }, bench.cwd)).toMatchObject({
      columns: ['column_1', 'column_2', 'column_3'],
      rows: { length: 2 },
    });
    bench.put('open.csv', `a,b\n"${'x\n'.repeat(5_000_000)}`);
    expect(await runRefused('data.csv.head', { path: 'open.csv' }, at())).toContain('never closed');
  });
});

describe('data.csv.to_json', () => {
  it('makes objects, with types if asked', async () => {
    bench.put('f.csv', 'id,id,,flag,zip,n\n1,2,x,TRUE,01234,1.50\n3,,y,false,9,9007199254740993\n7\n');
    const answer = await runChecked('data.csv.to_json', { path: 'f.csv', types: 'infer' }, at());
    expect(answer).toMatchObject({
      columns: ['id', 'id_2', 'column_3', 'flag', 'zip', 'n'],
      total: 3,
      ragged_rows: 1,
      truncated: false,
    });
    expect(answer.rows).toEqual([
      { id: 1, id_2: 2, column_3: 'x', flag: true, zip: '01234', n: 1.5 },
      { id: 3, id_2: null, column_3: 'y', flag: false, zip: 9, n: '9007199254740993' },
      { id: 7, id_2: null, column_3: null, flag: null, zip: null, n: null },
    ]);
    const text = await quick('data.csv.to_json', { path: 'f.csv', skip: 1, limit: 1 }, bench.cwd);
    expect(text).toMatchObject({ rows: [{ id: '3', id_2: '', flag: 'false' }], total: 3, truncated: true });
  });

  it('does not trip over a column called __proto__', async () => {
    bench.put('p.csv', '__proto__,constructor\n1,2\n');
    const { rows } = await quick('data.csv.to_json', { path: 'p.csv' }, bench.cwd);
    expect(JSON.stringify(rows)).toBe('[{"__proto__":"1","constructor":"2"}]');
  });
});

describe('data.csv.statistics', () => {
  it('sums up each column in one pass', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, i) => `${i},${i % 2 === 0 ? '0.1' : ''},${['红', '绿', '红'][i % 3]},2026-01-0${(i % 9) + 1}`,
    );
    bench.put('f.csv', `n,p,color,day\n${rows.join('\n')}\n`);
    const answer = await runChecked('data.csv.statistics', { path: 'f.csv', top: 1 }, at());
    expect(answer.rows).toBe(10_000);
    const [n, p, color, day] = answer.columns;
    expect(n).toMatchObject({
      type: 'integer',
      minimum: 0,
      maximum: 9999,
      mean: 4999.5,
      sum: 49_995_000,
      distinct: 10_000,
      empty: 0,
    });
    expect(p).toMatchObject({ type: 'number', empty: 5000, sum: 500, mean: 0.1, distinct: 1 });
    expect(color).toMatchObject({
      type: 'text',
      distinct: 2,
      top: [{ value: '红', count: 6667 }],
      mean: null,
      longest: 1,
    });
    expect(day).toMatchObject({ type: 'date', minimum: '2026-01-01', maximum: '2026-01-09' });
  });

  it('counts a lower bound where there are too many different values', async () => {
    bench.put('f.csv', `x\n${Array.from({ length: 100_050 }, (_, i) => `v${i}`).join('\n')}\n`);
    expect((await quick('data.csv.statistics', { path: 'f.csv' }, bench.cwd)).columns[0]).toMatchObject({
      distinct: 100_000,
      distinct_exact: false,
    });
    bench.put('none.csv', 'a,b\n');
    expect(await quick('data.csv.statistics', { path: 'none.csv' }, bench.cwd)).toMatchObject({
      rows: 0,
      columns: [{ type: 'empty', minimum: null }, {}],
    });
  });
});
