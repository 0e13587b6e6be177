/** The golden transcripts of the main job: every byte of every answer, but for what must differ from run to run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldenTranscript, playTranscript, TRANSCRIPT_NAMES } from '../../scripts/transcripts.ts';
import { PROBES } from './executable.ts';

describe('golden transcripts', () => {
  test.each(TRANSCRIPT_NAMES)('%s', (name) => {
    expect(playTranscript(name)).toBe(goldenTranscript(name));
  });

  test('nobody keeps a transcript that is not played', () => {
    const kept = readdirSync(join(PROBES, '..')).filter((name) => name.endsWith('.json'));
    expect(kept.sort()).toEqual(TRANSCRIPT_NAMES.map((name) => `${name}.json`).sort());
  });
});
