/**
 * Ctrl-C and its kin, for everyone who must clean up: one listener of the process however many runs there are. It knows
 * no children.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const waiting = new Set<() => void>();

/** Calls `react` when the process is asked to end, instead of ending it. The returned function takes it back. */
export function onInterrupt(react: () => void): () => void {
  if (waiting.size === 0) for (const name of SIGNALS) process.on(name, tellAll);
  waiting.add(react);
  return () => {
    waiting.delete(react);
    // With the last one gone the signals end the process again, as they do by default.
    if (waiting.size === 0) for (const name of SIGNALS) process.removeListener(name, tellAll);
  };
}

function tellAll(): void {
  for (const react of [...waiting]) react();
}
