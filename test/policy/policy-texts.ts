/** Policy files as texts, compiled as they would be from the disk. */
import { compileFiles, isProblems } from '../../src/platform/policy-load.ts';
import type { Level, Policy } from '../../src/policy/policy.ts';

export function problemsOf(text: string, level: Level = 'user'): string[] {
  const result = compileFiles([{ level, path: 'policy.yaml', text }]);
  return isProblems(result) ? result.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

export function policyOf(...texts: readonly (string | readonly [Level, string])[]): Policy {
  const files = texts.map((text, index) => {
    const [level, content] = typeof text === 'string' ? (['user', text] as const) : text;
    return { level, path: `${index}.yaml`, text: content };
  });
  const result = compileFiles(files);
  if (isProblems(result)) throw new Error(JSON.stringify(result));
  return result;
}
