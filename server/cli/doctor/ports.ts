import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Diagnosis, fail, messageOf, ok, warn } from './finding.js';

/** Whether a server could listen where the configuration says; it does so for a moment. */
export async function ports({ host, port }: { readonly host: string; readonly port: number }): Promise<Diagnosis> {
  const says = `${host}:${port}`;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    server.close();
    return ok('ports', `${says} can be listened on`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    return taken
      ? warn('ports', `${says} is taken`, 'Fine if that is Vouch already running; else set PORT to another, or to 0 for a free one.')
      : fail(
          'ports',
          `${says} cannot be listened on: ${messageOf(error)}`,
          'Set HOST to an address of this machine, and PORT to one that is allowed.',
        );
  }
}
