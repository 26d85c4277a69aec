import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { UnexpectedAnswerError, Vouch } from '../../../server/client/index.js';
import { key } from '../support/door.js';

/** A client of a server that answers with this again and again. */
async function ofEndless(text: string) {
  let sent = 0;
  const flood = (response: ServerResponse): void => {
    while (!response.destroyed && response.write(text)) sent += text.length;
    response.once('drain', () => flood(response));
  };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    flood(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const vouch = new Vouch({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, retries: 0 });
  return { vouch, sent: () => sent };
}

it.each([
  ['an extraction', (vouch: Vouch) => vouch.extract(Buffer.from('%PDF-'), { type: 'object', properties: {} })],
  ['a job', (vouch: Vouch) => vouch.jobs.get('job_1')],
  [
    'a line of a batch',
    async (vouch: Vouch) => {
      for await (const _ of vouch.batches.results('batch_1', { type: 'object', properties: {} }));
    },
  ],
])('%s that never ends is given up before it fills the memory', async (_, ask) => {
  const { vouch, sent } = await ofEndless(' '.repeat(1_048_576));
  await expect(ask(vouch)).rejects.toBeInstanceOf(UnexpectedAnswerError);
  expect(sent()).toBeLessThan(200 * 1_048_576);
});
