import type * as ClientPackage from '../../../server/client/index.js';

/** Where the client's other ends are, all on loopback. */
export interface OtherEnds {
  /** A Vouch server. */
  readonly server: string;
  readonly key: string;
  /** The same server behind something that has its failures; their names are the first part of the path. */
  readonly failing: string;
  /** As the reference library of Standard Webhooks signs. */
  readonly webhook: { readonly secret: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** A document, for runtimes that have files. */
  readonly path?: string;
}

export interface Check {
  readonly name: string;
  /** What was not as it must be. */
  readonly problem?: string;
}

const schema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } } as const;
const document = new TextEncoder().encode('%PDF-1.7\nnot much of one');
const slow = new TextEncoder().encode('%PDF-1.7\nslow');
const longestMs = 20_000;

/**
 * Tries the client in whatever runtime this is loaded into, so it imports nothing. Each line says what the client promises, and throws where that is
 * not so.
 */
export async function checked(client: typeof ClientPackage, ends: OtherEnds): Promise<readonly Check[]> {
  const results: Check[] = [];
  for (const [name, run] of Object.entries(promises(client, ends))) {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`not within ${longestMs} ms`)), longestMs));
    try {
      await Promise.race([run(), late]);
      results.push({ name });
    } catch (error) {
      results.push({ name, problem: String(error) });
    }
  }
  return results;
}

function promises(
  { Vouch, verifyWebhook }: typeof ClientPackage,
  { server, key, failing, webhook, path }: OtherEnds,
): Readonly<Record<string, () => Promise<void>>> {
  const vouch = new Vouch({ server, key });
  const behind = (failure: string, more: object = {}) =>
    new Vouch({ server: `${failing}/${failure}/${crypto.randomUUID()}/`, key, ...more });
  const pieces = async function* () {
    yield document.subarray(0, 5);
    yield document.subarray(5);
  };
  return {
    bytes: async () => equal((await vouch.extract(document, schema)).data.total, 120),
    'an ArrayBuffer': async () => equal((await vouch.extract(document.buffer, schema)).data.total, 120),
    'a Blob': async () => equal((await vouch.extract(new Blob([document]), schema)).data.total, 120),
    'a File': async () => equal((await vouch.extract(new File([document], 'an "invoice" ä.pdf'), schema)).data.total, 120),
    'a stream': async () => equal((await vouch.extract(new Blob([document]).stream(), schema)).data.total, 120),
    'an async iterable': async () => equal((await vouch.extract(pieces(), schema)).data.total, 120),
    'a path, or what to give in its place': async () => {
      if (path !== undefined) equal((await vouch.extract(path, schema)).data.total, 120);
      else
        await throws(() => vouch.extract('invoice.pdf', schema), { name: 'UsageError', message: /as a Blob, bytes or a stream$|ENOENT$/ });
    },
    evidence: async () => {
      const { evidence, requestId } = await vouch.extract(document, schema);
      equal([evidence.total.score, evidence.total.page, evidence.total.text], [0.97, 1, 'Total 120.00']);
      equal(typeof requestId, 'string');
    },
    'a refusal': () =>
      throws(() => vouch.extract(new TextEncoder().encode('hello'), schema), {
        name: 'InvalidRequestError',
        message: /^Unsupported file type/,
      }),
    'a wrong key': () =>
      throws(() => new Vouch({ server, key: 'pk_0123456789abcdefNONE' }).extract(document, schema), {
        name: 'AccessError',
        message: /\(401/,
      }),
    'a server that is not there': () =>
      throws(() => new Vouch({ server: 'http://127.0.0.1:9', key, retries: 0 }).extract(document, schema), {
        name: 'ConnectionError',
        message: /cannot be reached/,
      }),
    'a server that redirects: not followed, not tried again': () =>
      throws(() => behind('redirect').extract(document, schema), { name: 'RedirectedError', message: /redirects/ }),
    'busy once: tried again': async () => equal((await behind('busy').extract(document, schema)).data.total, 120),
    'broken once: tried again under the same key': async () =>
      equal((await behind('broken').extract(new Blob([document]), schema)).data.total, 120),
    'a stream that is used up: says what would help': () =>
      throws(() => behind('broken').extract(pieces(), schema), { name: 'ConnectionError', message: /give a function that opens it/ }),
    abort: async () => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('enough')), 100);
      await throws(() => vouch.extract(slow, schema, { signal: abort.signal }), { name: 'Error', message: /^enough$/ });
    },
    timeout: () => throws(() => vouch.extract(slow, schema, { timeoutMs: 100 }), { name: 'TimedOutError', message: /within 100 ms/ }),
    'a job': async () => {
      const job = await vouch.jobs.create(document, schema);
      equal((await job.result()).data.total, 120);
    },
    'a batch, its results line by line': async () => {
      const batch = await vouch.batches.create(
        [
          { customId: 'a', file: document },
          { customId: 'b', file: new Blob([document]) },
          { customId: 'c', file: new TextEncoder().encode('no') },
        ],
        schema,
      );
      await batch.ended();
      const lines: string[] = [];
      for await (const line of batch.results()) lines.push(line.status);
      equal(lines, ['done', 'done', 'failed']);
    },
    'a webhook is verified': async () => {
      const { secret, headers, body } = webhook;
      equal((await verifyWebhook(body, new Headers(headers), secret)).payload, JSON.parse(body));
      await throws(() => verifyWebhook(`${body} `, new Headers(headers), secret), { name: 'ForgedWebhookError', message: /not signed/ });
    },
  };
}

function equal(found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}

async function throws(call: () => Promise<unknown>, { name, message }: { readonly name: string; readonly message: RegExp }): Promise<void> {
  const error = await call().then(
    () => new Error('no error'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error && error.name === name && message.test(error.message)))
    throw new Error(`${error} in place of ${name} ${message}`);
}
