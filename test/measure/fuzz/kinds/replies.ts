import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { good } from '../../../server/hostile/files.js';
import { key } from '../../bench/server.js';
import { judged, posted } from '../answered.js';
import { drawn, type FuzzKind, type FuzzOutcome } from '../kind.js';
import { canary, type FuzzReply, reply } from '../replies/reply.js';
import { openTarget } from '../target.js';

/** Providers with arbitrary replies: OpenAI Responses as Tier 1, Anthropic as Tier 2 and chat completions as witness, all at once. */
export const replies: FuzzKind = {
  name: 'replies',
  share: 0.15,
  aim: 5_000,
  short: 20,
  // A caller may have 16 calls open at once; a further one is a 429, and its reply is never asked for.
  together: 16,
  async open() {
    const provider = await startFakeProvider();
    const made = new Set<number>();
    const target = await openTarget(configFor(provider.url));
    return {
      async attempt(seed) {
        made.add(seed);
        const form = new FormData();
        form.set('output_schema', JSON.stringify(schemaFor(seed)));
        form.set('confidence_threshold', '1');
        form.set('file', new Blob([Buffer.from(good.pdf)]), 'good.pdf');
        return judgedReply(await posted(await target.url(), key, form));
      },
      show: (seed) => JSON.stringify(drawn(reply, seed)),
      deaths: target.deaths,
      async close() {
        await target.close();
        provider.close();
        const unasked = [...made].filter((seed) => !provider.asked.has(seed)).length;
        return unasked === 0 ? [] : [`${unasked} of ${made.size} replies were never asked for`];
      },
    };
  },
};

const codes = ['LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR'];

function judgedReply(received: Parameters<typeof judged>[0]): FuzzOutcome {
  const outcome = judged(received, codes);
  const error = received.status === 200 ? (JSON.parse(received.text).error?.message ?? '') : '';
  return error.includes(canary) ? { ...outcome, faults: [...outcome.faults, 'the message repeats what the provider said'] } : outcome;
}

/** A schema description carries the name of the case, because it is the only text of a caller that a provider receives. */
const schemaFor = (seed: number): object => ({
  type: 'object',
  required: ['total'],
  properties: { total: { type: 'number', description: `case:${seed};` }, lines: { type: 'array', items: { type: 'string' } } },
});

/** The breaker never opens, whatever providers answer; otherwise most replies would never be requested. */
const configFor = (url: string): string => `recognizers: []
outages: { failures: 1000000, longest_pause_ms: 1 }
tiers:
  - { use: openai, model: m, base_url: "${url}/v1", api_key: none }
  - { use: anthropic, model: m, base_url: "${url}", api_key: none }
witnesses:
  - { use: openai, model: m, base_url: "${url}/v1", api_key: none, api: chat, pdf: text }
`;

async function startFakeProvider() {
  const asked = new Set<number>();
  const server = createServer((request, response) => void answer(request, response, asked).catch(() => response.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

async function answer(request: IncomingMessage, response: ServerResponse, asked: Set<number>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const seed = Number(/case:(-?\d+);/.exec(Buffer.concat(chunks).toString('utf8'))?.[1]);
  asked.add(seed);
  write(drawn(reply, seed), request.url ?? '', response);
}

function write({ status, type, headers, bodies, cut }: FuzzReply, path: string, response: ServerResponse): void {
  const body = path.endsWith('/responses') ? bodies.responses : path.endsWith('/messages') ? bodies.messages : bodies.chat;
  response.writeHead(status, { 'content-type': type, ...headers });
  if (cut) response.write(body.slice(0, body.length / 2), () => response.destroy());
  else response.end(body);
}
