/**
 * Times cold processes against each other: one run of each in turn, many rounds, so that whatever else the machine does
 * hits all of them alike. Knows commands, not what they do.
 */
import { spawnSync } from 'node:child_process';

/** A process to time. `input` goes to its stdin. */
export type Contender = {
  readonly name: string;
  readonly file: string;
  readonly argv: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Number of the user and of the group that it runs as. */
  readonly user?: number;
  /** Done right before each of its runs, while no clock runs. */
  readonly before?: () => void;
};

/** Milliseconds of wall clock: median and the quarter points, with the ratio of medians to the first contender. */
export type Timing = {
  readonly name: string;
  readonly runs: number;
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  readonly ratio: number;
};

/** Untimed rounds first, so that every file is in the page cache. */
const WARM_UP_ROUNDS = 3;

/** Runs every contender `rounds` times. The first one is the yardstick of the ratios. Throws when one of them fails. */
export function timeInTurn(contenders: readonly Contender[], rounds: number): Timing[] {
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
    contenders.forEach((contender, index) => {
      const elapsed = timeOnce(contender);
      if (round >= WARM_UP_ROUNDS) times[index]?.push(elapsed);
    });
  }
  const yardstick = quantile(times[0] ?? [], 0.5);
  return contenders.map(({ name }, index) => {
    const own = times[index] ?? [];
    const median = quantile(own, 0.5);
    return {
      name,
      runs: own.length,
      median,
      lower: quantile(own, 0.25),
      upper: quantile(own, 0.75),
      ratio: median / yardstick,
    };
  });
}

/** The value below which the share `q` of the samples lies (nearest rank). */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

function timeOnce({ name, file, argv, input, env, cwd, user, before }: Contender): number {
  before?.();
  const start = process.hrtime.bigint();
  const result = spawnSync(file, argv, {
    input: input ?? '',
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.status !== 0)
    throw new Error(`${name} failed: ${result.stderr.toString().slice(-2000)}${result.error ?? ''}`);
  return elapsed;
}
