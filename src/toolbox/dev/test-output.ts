/**
 * Reads the summaries of test runners. What no pattern knows is answered with null, never with zeros.
 */

export type Counts = { passed: number; failed: number; skipped: number };

/** The last summary in the output; cargo writes one a binary, and those are added up. */
export function readCounts(output: string): Counts | null {
  const cargo = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  if (cargo.length > 0) {
    const sum = (at: number): number => cargo.reduce((so, found) => so + Number(found[at]), 0);
    return { passed: sum(1), failed: sum(2), skipped: sum(3) };
  }
  return (
    readPytest(output) ?? readNode(output) ?? readJest(output) ?? readUnittest(output) ?? readMocha(output) ?? null
  );
}

function readPytest(output: string): Counts | undefined {
  const line = [...output.matchAll(/^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [\d.:]+ ?s.*$/gm)].at(-1)?.[1];
  if (line === undefined) return undefined;
  const of = (...words: string[]): number => words.reduce((sum, word) => sum + numberBefore(line, word), 0);
  return {
    passed: of('passed', 'xpassed'),
    failed: of('failed', 'error', 'errors'),
    skipped: of('skipped', 'xfailed'),
  };
}

function readNode(output: string): Counts | undefined {
  const of = (word: string): number | undefined => {
    const found = [...output.matchAll(new RegExp(`^[#\u2139] ${word} (\\d+)$`, 'gm'))].at(-1)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const passed = of('pass');
  if (passed === undefined) return undefined;
  return {
    passed,
    failed: (of('fail') ?? 0) + (of('cancelled') ?? 0),
    skipped: (of('skipped') ?? 0) + (of('todo') ?? 0),
  };
}

/** jest's "Tests: 1 failed, 2 passed, 3 total" and vitest's "Tests  1 failed | 2 passed (3)". */
function readJest(output: string): Counts | undefined {
  const line = [...output.matchAll(/^\s*Tests:?\s+(\d+ .*)$/gm)].at(-1)?.[1];
  if (line === undefined) return undefined;
  const skipped = numberBefore(line, 'skipped') + numberBefore(line, 'todo');
  return { passed: numberBefore(line, 'passed'), failed: numberBefore(line, 'failed'), skipped };
}

function readUnittest(output: string): Counts | undefined {
  const ran = [...output.matchAll(/^Ran (\d+) tests? in /gm)].at(-1)?.[1];
  const end = [...output.matchAll(/^(?:OK|FAILED)(?: \((.*)\))?$/gm)].at(-1);
  if (ran === undefined || end === undefined) return undefined;
  const of = (word: string): number => Number(new RegExp(`\\b${word}=(\\d+)`).exec(end[1] ?? '')?.[1] ?? 0);
  const failed = of('failures') + of('errors');
  return { passed: Number(ran) - failed - of('skipped'), failed, skipped: of('skipped') };
}

function readMocha(output: string): Counts | undefined {
  const passed = /^\s*(\d+) passing\b/m.exec(output)?.[1];
  if (passed === undefined) return undefined;
  const of = (word: string): number => Number(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm').exec(output)?.[1] ?? 0);
  return { passed: Number(passed), failed: of('failing'), skipped: of('pending') };
}

function numberBefore(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0);
}

/** Total coverage in percent; null when no known table is in the output. */
export function readCoverage(output: string): number | null {
  const patterns = [
    /^TOTAL\s.*?(\d+(?:\.\d+)?)%\s*$/gm,
    /^\s*[#\u2139]?\s*all files\s*\|\s*(\d+(?:\.\d+)?)/gim,
    /coverage: (\d+(?:\.\d+)?)% of statements/g,
    /^\s*(?:Statements|Lines)\s*:\s*(\d+(?:\.\d+)?)%/gm,
  ];
  for (const pattern of patterns) {
    const found = [...output.matchAll(pattern)].at(-1)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}
