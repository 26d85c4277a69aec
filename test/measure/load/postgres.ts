import { newServer, type OwnServer } from '../../server/state/own-postgres.js';
import { freePort } from '../../support/free-port.js';

let server: Promise<OwnServer> | undefined;

/** The address of the PostgreSQL for the load, started for the first row that needs it. */
export async function postgres(): Promise<string> {
  server ??= started();
  return (await server).url;
}

export async function endPostgres(): Promise<void> {
  await (await server)?.remove();
}

async function started(): Promise<OwnServer> {
  const made = newServer(await freePort());
  await made.start();
  return made;
}
