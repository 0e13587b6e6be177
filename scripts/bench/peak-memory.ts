/** The most memory a process ever held, as the system counts it. Node cannot ask that about a child; Python can. */
import { spawnSync } from 'node:child_process';
import type { Contender } from './round-robin.ts';
import { quantile } from './round-robin.ts';

/** Python 3 is on every machine that can build this project. Its own 10 MB stay below any node. */
const ASK = `
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
`;

/** Median of the peak resident size over `rounds` runs, in KiB. Throws when the process fails. */
export function peakKibibytes({ name, file, argv, input, env }: Contender, rounds: number): number {
  const peaks = Array.from({ length: rounds }, () => {
    const result = spawnSync('python3', ['-c', ASK, file, ...argv], {
      input: input ?? '',
      encoding: 'utf8',
      ...(env === undefined ? {} : { env: { ...process.env, ...env } }),
    });
    if (result.status !== 0) throw new Error(`${name} failed: ${result.stderr.slice(-2000)}`);
    return Number(result.stdout);
  });
  return quantile(peaks, 0.5);
}
