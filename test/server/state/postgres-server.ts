import { afterAll, beforeAll } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { answers, newServer, type OwnServer, usual } from './own-postgres.js';

export { newServer } from './own-postgres.js';

/** The machine's own server without a password; where there is none, one that runs for the tests of the file. */
export function postgresServer(): { readonly url: string } {
  const server = { url: usual };
  let own: OwnServer | undefined;
  beforeAll(async () => {
    if (await answers(usual)) return;
    own = newServer(await freePort());
    await own.start();
    server.url = own.url;
  });
  afterAll(() => own?.remove());
  return server;
}
