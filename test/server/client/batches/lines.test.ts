import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError, TimedOutError, UnexpectedAnswerError, Vouch, type VouchOptions } from '../../../../server/client/index.js';
import { key } from '../../support/door.js';
import { answered } from '../answering.js';

const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const lineOf = (name: string): string =>
  `${JSON.stringify({ custom_id: name, job: `job_${name}`, status: 'done', credits: 1, result: answered.body })}\n`;

/** A fake of the network's other end that writes one answer after the other, and the last one again. */
async function answering(answers: readonly ((response: ServerResponse) => void)[], options: Partial<VouchOptions> = {}) {
  let asked = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl', 'x-request-id': 'request' });
    answers[Math.min(asked, answers.length - 1)]?.(response);
    asked += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const vouch = new Vouch({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, ...options });
  return { asked: () => asked, results: (terms = {}) => vouch.batches.results('batch_1', schema, terms) };
}

/** Writes, and breaks off once it is written. */
const breaking = (text: string) => (response: ServerResponse) => void response.write(text, () => setImmediate(() => response.destroy()));

async function namesOf(results: AsyncIterable<{ readonly custom_id: string }>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { custom_id } of results) names.push(custom_id);
  return names;
}

describe('the lines of a batch', () => {
  it('come one by one, while the others are still being written', async () => {
    const second = Promise.withResolvers<void>();
    const { results } = await answering([
      async (response) => {
        response.write(lineOf('a'));
        await second.promise;
        response.end(lineOf('b'));
      },
    ]);
    const names: string[] = [];
    for await (const line of results()) {
      names.push(line.custom_id);
      second.resolve();
    }
    expect(names).toEqual(['a', 'b']);
  });

  it('go on after the last one where the connection broke, also in the middle of a line', async () => {
    const { results, asked } = await answering([
      breaking(lineOf('a') + lineOf('b')),
      breaking(lineOf('a') + lineOf('b') + lineOf('c') + lineOf('d').slice(0, 40)),
      (response) => void response.end(['a', 'b', 'c', 'd'].map(lineOf).join('')),
    ]);
    expect(await namesOf(results())).toEqual(['a', 'b', 'c', 'd']);
    expect(asked()).toBe(3);
  });

  it('are whole where a character comes in two pieces', async () => {
    const bytes = Buffer.from(lineOf('ä'));
    const cut = bytes.indexOf('ä') + 1;
    const { results } = await answering([
      (response) => void response.write(bytes.subarray(0, cut), () => setTimeout(() => response.end(bytes.subarray(cut)), 20)),
    ]);
    expect(await namesOf(results())).toEqual(['ä']);
  });

  it('end with an error after too many broken connections, a line that is none, or lines that are others than before', async () => {
    const broken = await answering([breaking(lineOf('a').slice(0, 9))], { retries: 0 });
    await expect(namesOf(broken.results())).rejects.toThrow(ConnectionError);
    const strange = await answering([(response) => void response.end('<html>\n')]);
    await expect(namesOf(strange.results())).rejects.toThrow(UnexpectedAnswerError);
    const others = await answering([breaking(lineOf('a')), (response) => void response.end(lineOf('b'))]);
    await expect(namesOf(others.results())).rejects.toThrow(UnexpectedAnswerError);
  });

  it('are waited for only as long as was said, each, and not beyond an abort', async () => {
    const mute = (response: ServerResponse) => void response.write(lineOf('a'));
    const slow = await answering([mute]);
    await expect(namesOf(slow.results({ timeoutMs: 200 }))).rejects.toThrow(TimedOutError);
    const controller = new AbortController();
    const aborted = (async () => {
      for await (const _ of slow.results({ signal: controller.signal })) controller.abort(new Error('enough'));
    })();
    await expect(aborted).rejects.toThrow('enough');
  });

  it('are not read further once nobody takes them', async () => {
    const closed = Promise.withResolvers<string>();
    const { results } = await answering([
      (response) => {
        response.write(lineOf('a'));
        response.on('close', () => closed.resolve('closed'));
      },
    ]);
    for await (const _ of results()) break;
    expect(await closed.promise).toBe('closed');
  });
});
