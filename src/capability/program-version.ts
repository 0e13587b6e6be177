/** Versions of programs as manifests ask for them: dotted numbers. It asks no program. */

/** Number by number; a part that is left out is 0. */
export function isAtLeast(version: string, needed: string): boolean {
  const [own, other] = [version, needed].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const [at, part] of other.entries()) {
    const difference = (own[at] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
