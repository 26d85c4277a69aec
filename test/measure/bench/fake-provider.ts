import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Cell } from '../../../core/index.js';
import { openaiReply } from '../../fakes/llm-server.js';
import { drawDesign } from '../../fixtures/pdf/design.js';
import { printPdf } from '../../fixtures/pdf/invoice-pdf.js';
import { letter } from '../../fixtures/pdf/letter.js';
import { sample } from '../../fixtures/sample.js';

/** A fake provider on the loopback that answers with fixed cells after `tookMs`, whatever it is sent. */
export interface FakeProvider {
  /** Configuration that makes it the only tier, so that only the work of Vouch is measured. */
  readonly config: string;
  /** Requests that are neither answered nor aborted. */
  pending(): number;
  /** Number of all requests so far, and their total body bytes. */
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

/** The perfect answer for the sample: a cell for each value that its pages state, quoted by its row. */
export async function perfectReading(): Promise<readonly Cell[]> {
  const { rows } = await printPdf(sample(), (invoice, canvas) => drawDesign(letter, invoice, canvas));
  return rows.flatMap(({ page, texts }) => {
    const quote = texts.map(({ text }) => text).join(' ');
    return texts.flatMap(({ states = {} }) =>
      Object.entries(states).map(
        ([leaf, value]): Cell => ({ path: `$.${leaf}`, value, page, quote, confidence: 'certain', reason: 'exact' }),
      ),
    );
  });
}
