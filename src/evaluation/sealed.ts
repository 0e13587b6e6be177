/**
 * The sealed half of the own judgements: its hash is pinned, and each configuration runs it once, on the record. The log
 * is JSON lines, oldest first. It knows texts, no files.
 */
import { sha256Hex } from '../canon/hash.ts';
import type { EvalReport } from '../contract/eval-report.v1.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { type Half, type JudgedLine, OWN_FORMS, parseJsonLines } from './judgements.ts';

/** `{"test": "<sha256>"}` beside the judgements. */
export const PIN_FILE = 'sealed.json';
export const LOG_FILE = 'test-runs.jsonl';

/** One run of the sealed half. */
export type SealedRun = {
  readonly configuration: EvalReport['configuration'];
  readonly judgements_sha256: string;
  readonly set: EvalReport['sets'][number];
};

/** SHA-256 of one half: of every file in turn its name and its lines of that half, each as it stands with a line feed. */
export function halfHash(textOf: (file: string) => string | undefined, half: Half): string {
  const parts = OWN_FORMS.flatMap(({ file }) => {
    const lines = (textOf(file) ?? '').split('\n').filter((line) => line.trim() !== '');
    const parsed = parseJsonLines<JudgedLine>(lines.join('\n'), file);
    return [`${file}\n`, ...lines.filter((_, at) => parsed[at]?.split === half).map((line) => `${line}\n`)];
  });
  return sha256Hex(parts.join(''));
}

/** Null when the sealed half is the one that was pinned. */
export function checkPin(pin: string | undefined, hash: string): Refusal | null {
  const pinned = pinnedHash(pin);
  if (pinned === hash) return null;
  return refuse('sealed_set_changed', {
    message:
      pinned === undefined
        ? `The judgements pin no hash of their test half: it stands in ${PIN_FILE}.`
        : 'The test half is not the one whose hash is pinned. It was not run.',
    ...(pinned === undefined ? { example: JSON.stringify({ test: hash }) } : { expected: pinned }),
    received: hash,
  });
}

/** The run of this configuration that stands in the log, over these very judgements. */
export function recordedRun(log: string | undefined, configurationHash: string, hash: string): SealedRun | undefined {
  return parseJsonLines<SealedRun>(log ?? '', LOG_FILE).find(
    (run) => run.configuration.hash === configurationHash && run.judgements_sha256 === hash,
  );
}

/** The log with one more run. */
export function withRun(log: string | undefined, run: SealedRun): string {
  const before = log ?? '';
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(run)}\n`;
}

function pinnedHash(pin: string | undefined): string | undefined {
  try {
    const { test } = JSON.parse(pin ?? '{}') as { test?: unknown };
    return typeof test === 'string' ? test : undefined;
  } catch {
    return undefined;
  }
}
