import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Node keeps the code that it has compiled for the processes of the tests: a quarter of the start of each. */
export const compiled = join(tmpdir(), 'vouch-tests-compiled');
