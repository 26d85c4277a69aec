import type { TestProject } from 'vitest/node';
import { freePort } from '../../support/free-port.js';
import { newServer } from './own-postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string;
  }
}

/** One PostgreSQL for all files of a run; each test has a schema of its own in it. */
export default async function onePostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = newServer(await freePort());
  await server.start();
  provide('postgres', server.url);
  return server.remove;
}
