/** Where a disk is and where memory, for tests that speak of one of them: what is called temporary may be either. */
import { existsSync, statSync } from 'node:fs';

export const DISK = '/var/tmp';
export const MEMORY = '/dev/shm';

/** Whether they are two file systems here. */
export const TWO_FILE_SYSTEMS = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(DISK).dev;
