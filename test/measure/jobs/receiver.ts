import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { ask } from './caller.js';
import type { Fleet } from './fleet.js';

/** A receiver of webhooks on the loopback, in place of a caller's server, that verifies what arrives with the reference library. */
export interface TrialReceiver {
  /** Registers it. Returns the webhook's id. */
  register(fleet: Fleet): Promise<string>;
  /** Waits until so many different messages have arrived. */
  waitFor(ids: number, mostMs: number): Promise<void>;
  told(): { readonly ids: number; readonly messages: number; readonly refused: number };
  close(): Promise<void>;
}

export async function openReceiver(): Promise<TrialReceiver> {
  const ids = new Set<string>();
  let [messages, refused] = [0, 0];
  let verifier: Webhook | undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    messages += 1;
    try {
      verifier?.verify(Buffer.concat(parts).toString('utf8'), request.headers as Record<string, string>);
      ids.add(String(request.headers['webhook-id']));
    } catch {
      refused += 1;
    }
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    async register(fleet) {
      const registered = await ask(fleet, '/v1/webhooks', {
        request: () => ({ method: 'POST', body: JSON.stringify({ url }), headers: { 'content-type': 'application/json' } }),
      });
      verifier = new Webhook(registered.secret);
      return registered.id;
    },
    async waitFor(count, mostMs) {
      for (const until = performance.now() + mostMs; ids.size < count && performance.now() < until; ) await sleep(200);
    },
    told: () => ({ ids: ids.size, messages, refused }),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
