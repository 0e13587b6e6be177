/** The policy of a project, written where a test wants one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function writeProjectPolicy(directory: string, text: string): void {
  writeFileSync(join(directory, '.cap-policy.yaml'), `version: policy.v1\n${text}\n`);
}
