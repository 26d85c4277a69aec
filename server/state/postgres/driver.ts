import { createRequire } from 'node:module';
import { once } from '../../../core/internal.js';

/** PostgreSQL's driver, loaded by who keeps a store there: it takes a twentieth of the start. */
export const driver = once(() => createRequire(import.meta.url)('pg') as typeof import('pg'));
