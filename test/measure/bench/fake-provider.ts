import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Cell } from '../../../core/index.js';
import { openaiReply } from '../../fakes/llm-server.js';

/** A provider on the loopback that knows the answer: it takes as long as it is told, and looks at nothing it is sent. */
export interface FakeProvider {
  /** The lines of a configuration file that make it the only tier, so that nothing but our own work is measured. */
  readonly config: string;
  /** Requests that are neither answered nor given up. */
  pending(): number;
  /** Of all requests so far: how many, and the bytes of their bodies. */
  received(): { readonly requests: number; readonly bytes: number };
  close(): void;
}

export async function startFakeProvider(cells: readonly Cell[], tookMs: () => number = () => 0): Promise<FakeProvider> {
  const reply = openaiReply(cells);
  let [pending, requests, bytes] = [0, 0, 0];
  const server = createServer((request, response) => {
    pending += 1;
    requests += 1;
    response.once('close', () => {
      pending -= 1;
    });
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.once('end', async () => {
      const ms = tookMs();
      if (ms > 0) await setTimeout(ms);
      void reply({ method: 'POST', path: '', headers: {}, body: undefined, gone: () => false }, response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    config: `tiers:\n  - use: openai\n    model: bench\n    base_url: http://127.0.0.1:${port}/v1\n    api_key: none\n`,
    pending: () => pending,
    received: () => ({ requests, bytes }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
