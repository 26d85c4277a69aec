import type { DocumentClass } from './answer.js';
import { VouchBatches } from './batches/batches.js';
import { VouchFiles } from './batches/files.js';
import { UsageError } from './errors.js';
import { type AnswerContext, extractionOf, extractionsOf, type Vouched, type VouchedPart } from './extraction.js';
import { VouchJobs } from './jobs.js';
import { type DocumentInput, documentOf } from './request/document.js';
import { isBrowser } from './request/runtime.js';
import { ask, type CallOptions, type ServerConnection, send, sendsInClear } from './request/send.js';
import { VouchRuns } from './runs.js';
import { schemaFields } from './schema/schema-text.js';
import type { AnySchema, DataOf } from './schema/types.js';
import { VouchWebhooks } from './webhooks/webhooks.js';
import { defaultThreshold, type ExtractCallOptions, type GivenData, givenTexts, requireOptions, textsOf } from './wishes.js';

export interface VouchOptions {
  /** The address of the server: 'https://vouch.example.com'. What it has as a path stays before all paths. */
  readonly server: string | URL;
  /** The API key, `pk_…`. */
  readonly key?: string | undefined;
  /** Asks the playground, which needs no key and has few credits a day, and has no jobs. Pages may ask it that its server allows. */
  readonly playground?: boolean;
  /** A key in a browser is everybody's who opens the page. Set this where only its owner can: on a page of the owner's own machine. */
  readonly allowKeyInBrowser?: boolean;
  /** Sends the key over http:// to another machine, too. Set this where the network between is your own: everybody on the way can read it. */
  readonly plainHttp?: boolean;
  /** How often a call that failed is tried again; 6 when absent. With 0 nothing is waited for. */
  readonly retries?: number;
  /** For a whole call, in ms; 300 000 when absent. */
  readonly timeoutMs?: number;
  /** In place of the runtime's own. */
  readonly fetch?: typeof fetch;
}

/**
 * A Vouch server.
 * ```ts
 * const vouch = new Vouch({ server: 'https://vouch.example.com', key });
 * const { data, evidence, doubtful } = await vouch.extract('invoice.pdf', schema);
 * ```
 */
export class Vouch {
  readonly #connection: ServerConnection;
  readonly #playground: boolean;
  /** Extractions that may take their time. */
  readonly jobs: VouchJobs;
  /** Jobs that are sent together, with their documents. */
  readonly batches: VouchBatches;
  /** Documents that are sent before the batch that names them. */
  readonly files: VouchFiles;
  /** Answers that people look at. */
  readonly runs: VouchRuns;
  /** Addresses of yours that are told how jobs and batches ended. */
  readonly webhooks: VouchWebhooks;

  /** @throws UsageError for a missing or malformed key or address, for a key in a browser, and for one that would be sent without TLS */
  constructor({ server, key, retries = 6, timeoutMs = 300_000, fetch, ...options }: VouchOptions) {
    const { playground = false, allowKeyInBrowser = false, plainHttp = false } = options;
    refuseKey(key, { playground, allowKeyInBrowser });
    const address = addressOf(server);
    if (key !== undefined && !plainHttp && sendsInClear(address))
      throw new UsageError(
        'The key would be sent without TLS: take an address with https://, or set plainHttp where the network is your own',
      );
    this.#connection = {
      server: address,
      key,
      fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
      retries,
      timeoutMs,
    };
    this.#playground = playground;
    this.jobs = new VouchJobs(this.#connection);
    this.batches = new VouchBatches(this.#connection);
    this.files = new VouchFiles(this.#connection);
    this.runs = new VouchRuns(this.#connection);
    this.webhooks = new VouchWebhooks(this.#connection);
  }

  /**
   * What a document says by a schema, and what proves it. Under one idempotency key a call: what is tried again is charged once.
   * @throws SeveralDocumentsError where the server parts files and this one holds several; RefusedError, ExtractionFailedError, ConnectionError, TimedOutError, UsageError; the reason of `signal` once that is aborted
   */
  async extract<const Schema extends AnySchema>(
    file: DocumentInput,
    schema: Schema,
    options: ExtractCallOptions & CallOptions = {},
  ): Promise<Vouched<DataOf<Schema>>> {
    const { body, context } = await this.#ask(file, schema, options);
    return extractionOf(body, context);
  }

  /**
   * Each document of a file, in its order, where the server parts files that hold several; else the one that it is. One that could not be read
   * says why beside those that could. @throws as `extract`
   */
  async extractAll<const Schema extends AnySchema>(
    file: DocumentInput,
    schema: Schema,
    options: ExtractCallOptions & CallOptions = {},
  ): Promise<readonly VouchedPart<DataOf<Schema>>[]> {
    const { body, context } = await this.#ask(file, schema, options);
    return extractionsOf(body, context);
  }

  /**
   * The same values with what proves them, for values that somebody else has read: a vendor, a script, a person. Without a schema it follows from
   * their names and values. Nothing is sent to a provider. @throws as `extract`
   */
  async score<const Schema extends AnySchema = AnySchema>(
    file: DocumentInput,
    given: GivenData,
    { schema, ...options }: ExtractCallOptions & CallOptions & { readonly schema?: Schema } = {},
  ): Promise<Vouched<DataOf<Schema>>> {
    requireOptions(options, ['schema']);
    const texts = { ...textsOf(schema ? schemaFields(schema) : {}, options), ...givenTexts(given) };
    const { body, context } = await this.#send(file, { path: this.#playground ? 'v1/playground' : 'v1/score', texts }, options);
    return extractionOf(body, context);
  }

  /** To which schema of the host a document belongs. No model is asked. @throws as `extract` */
  async classify(file: DocumentInput, { name, ...options }: { readonly name?: string } & CallOptions = {}): Promise<DocumentClass> {
    const documents = [{ field: 'file', document: await documentOf(file, name) }];
    return ask(this.#connection, { method: 'POST', path: 'v1/classify', form: { texts: {}, documents }, idempotent: true, ...options });
  }

  async #ask(file: DocumentInput, schema: AnySchema, options: ExtractCallOptions & CallOptions): Promise<AnsweredCall> {
    requireOptions(options);
    return this.#send(
      file,
      { path: this.#playground ? 'v1/playground' : 'v1/extract', texts: textsOf(schemaFields(schema), options) },
      options,
    );
  }

  async #send(file: DocumentInput, { path, texts }: DocumentForm, options: ExtractCallOptions & CallOptions): Promise<AnsweredCall> {
    const document = await documentOf(file, options.name);
    const { headers, body } = await send(this.#connection, {
      method: 'POST',
      path,
      form: { texts, documents: [{ field: 'file', document }] },
      idempotent: !this.#playground,
      ...(!this.#playground && { headers: { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } }),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    const requestId = headers.get('x-request-id') ?? undefined;
    return { body, context: { threshold: options.threshold ?? defaultThreshold, requestId } };
  }
}

/** What is asked about a document. */
interface DocumentForm {
  readonly path: string;
  readonly texts: Readonly<Record<string, string>>;
}

interface AnsweredCall {
  readonly body: unknown;
  readonly context: AnswerContext;
}

/** An address whose paths stand below it. */
function addressOf(server: string | URL): URL {
  const url = URL.canParse(String(server)) ? new URL(server) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError('server must be an address such as https://vouch.example.com');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

function refuseKey(
  key: string | undefined,
  { playground, allowKeyInBrowser }: { readonly playground: boolean; readonly allowKeyInBrowser: boolean },
): void {
  if (playground && key !== undefined) throw new UsageError('The playground takes no key: leave one of key and playground out');
  if (playground) return;
  if (key === undefined)
    throw new UsageError('key is missing: an API key that "vouch key create" prints, or playground: true to try without one');
  if (!/^[!-~]+$/.test(key)) throw new UsageError('key must be visible ASCII characters: it has a space, a line end or the like in it');
  if (isBrowser() && !allowKeyInBrowser) {
    throw new UsageError(
      'A key in a browser can be read by everybody who opens the page: ask Vouch from a server of yours. The playground needs no key (playground: true)',
    );
  }
}
