import { inject } from 'vitest';

export { newServer } from './own-postgres.js';

/** The server of this run, which one-postgres.ts has started. */
export const postgresServer = (): { readonly url: string } => ({ url: inject('postgres') });
