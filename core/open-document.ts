import type { Document } from './contracts/document.js';
import { ExtractionError } from './contracts/errors.js';
import type { DocumentOutcome, EngineSettings, ExtractionRequest, OpenedDocument, Outcome, PartOutcome } from './contracts/extraction.js';
import { Deadline } from './flow/deadline.js';
import { PluginFailure } from './flow/fault.js';
import { type MemoryLimit, Semaphore } from './flow/semaphore.js';
import { unobserved } from './flow/stage-observer.js';
import { mostCredits, type Price, Tally, UsageLedger } from './flow/tally.js';
import type { Pipeline, Result } from './pipeline.js';
import { requirePages, requireReading } from './stages/given.js';
import { overallStatus } from './stages/verify.js';

/** What an engine opens documents with. */
export interface OpeningTerms {
  readonly pipeline: Pipeline;
  readonly memory: MemoryLimit;
  readonly price: Price;
  readonly tiers: number;
  readonly deadlineMs: number;
  readonly currency: string | undefined;
  readonly log: EngineSettings['log'];
}

/**
 * Converts the file; the caller decides when to extract. A file that cannot be converted still opens, with no pages to charge.
 * @throws InputError for a file that no converter accepts, and for a given reading that does not follow the schema, or names a page that there is not
 */
export async function openDocument(request: ExtractionRequest, terms: OpeningTerms): Promise<OpenedDocument> {
  if (request.given) requireReading(request.given, request.schema);
  const started = performance.now();
  const deadline = new Deadline(terms.deadlineMs, request.signal);
  const converted = await convertedOrFailed(request, terms.pipeline, deadline);
  const pages = converted instanceof ExtractionError ? 0 : converted.chargedPages;
  return {
    maxCredits: mostCredits(terms.price, { pages, tiers: request.given ? 1 : terms.tiers }),
    async extract() {
      const extraction = { ...terms, request, deadline, started, ledger: new UsageLedger() };
      try {
        const outcomes = await extractAll(converted, extraction);
        const usage = extraction.ledger.usage(terms.currency);
        const [only] = outcomes;
        return outcomes.length === 1 && only ? { ...withoutPages(only), usage } : { ...joinOutcomes(outcomes, started), usage };
      } finally {
        deadline.close();
      }
    },
    close: () => deadline.close(),
  };
}

async function convertedOrFailed(request: ExtractionRequest, pipeline: Pipeline, deadline: Deadline): Promise<Document | ExtractionError> {
  try {
    const document = await pipeline.convert(request.file, deadline, request.observer ?? unobserved);
    if (request.given) requirePages(request.given, document);
    return document;
  } catch (error) {
    if (error instanceof ExtractionError) return error;
    deadline.close();
    throw error;
  }
}

interface Extraction extends OpeningTerms {
  readonly request: ExtractionRequest;
  readonly deadline: Deadline;
  /** By the clock of `performance`. */
  readonly started: number;
  readonly ledger: UsageLedger;
}

/** So many documents of a file are read at once: a provider would refuse a call for each of fifty. */
const documentsAtOnce = 4;

/** Reads the documents of a file as soon as there is memory for it, and releases the memory. */
async function extractAll(converted: Document | ExtractionError, extraction: Extraction): Promise<readonly PartOutcome[]> {
  const { pipeline, memory, request, deadline, price, ledger, started } = extraction;
  const failed = (error: ExtractionError): readonly PartOutcome[] => [
    { ...outcomeOf(error, extraction, { processingTimeMs: sinceMs(started), tally: new Tally(price, 0, ledger) }), pages: [] },
  ];
  if (converted instanceof ExtractionError) return failed(converted);
  const release = await orFailed(memory.acquire(converted, deadline.signal));
  if (release instanceof ExtractionError) return failed(release);
  try {
    const documents = await orFailed(
      pipeline.split(converted, { deadline, observer: request.observer ?? unobserved, isOne: request.given !== undefined }),
    );
    if (documents instanceof ExtractionError) return failed(documents);
    const slots = new Semaphore({ documents: documentsAtOnce });
    return await Promise.all(documents.map((document) => extractOne(document, { ...extraction, slots })));
  } finally {
    release();
  }
}

/** Reads one document. A failure is its own: the others of the file are read all the same. */
async function extractOne(
  document: Document,
  { slots, ...extraction }: Extraction & { readonly slots: Semaphore<'documents'> },
): Promise<PartOutcome> {
  const { pipeline, request, deadline, price, ledger, started } = extraction;
  const { observer = unobserved, onProviderCall, tokenBudget } = request;
  const tally = new Tally(price, document.chargedPages, ledger);
  const release = await orFailed(slots.acquire({ documents: 1 }, deadline.signal));
  const result =
    release instanceof ExtractionError
      ? release
      : await orFailed(pipeline.extract(document, request, { deadline, tally, observer, onProviderCall, tokenBudget })).finally(release);
  return {
    ...outcomeOf(result, extraction, { processingTimeMs: sinceMs(started), tally }),
    pages: document.pages.map(({ number }) => number),
  };
}

const sinceMs = (started: number): number => Math.round(performance.now() - started);

async function orFailed<T>(work: Promise<T>): Promise<T | ExtractionError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ExtractionError) return error;
    throw error;
  }
}

function outcomeOf(
  result: Result | ExtractionError,
  { request, log }: Extraction,
  { processingTimeMs, tally }: { readonly processingTimeMs: number; readonly tally: Tally },
): DocumentOutcome {
  const metadata = { processingTimeMs, credits: tally.credits, fallbackTriggered: tally.fallbackTriggered };
  if (result instanceof ExtractionError) {
    const { code, message, retryable, retryAfterMs } = result;
    if (result instanceof PluginFailure) log?.('plugin failed', { failure: message });
    const postponed = retryable === true && { postponed: retryAfterMs === undefined ? {} : { retryAfterMs } };
    return { object: null, complete: false, metadata, error: { code, message }, ...postponed };
  }
  const { object, draft, doubts, checks, complete, doubted, held } = result;
  return {
    object,
    complete,
    draft,
    doubts,
    ...(doubted && { doubted }),
    ...(held && { held }),
    metadata: tally.fallbackTriggered ? { ...metadata, confidenceScore: draft.confidence } : metadata,
    ...(request.verify && { verification: { status: overallStatus(checks), checks } }),
  };
}

const withoutPages = ({ pages: _, ...outcome }: PartOutcome): DocumentOutcome => outcome;

/** What is said of all documents of a file. */
function joinOutcomes(documents: readonly PartOutcome[], started: number): Omit<Outcome, 'usage'> {
  const held = [...new Set(documents.flatMap((document) => document.held ?? []))];
  const [postponed] = documents.every((document) => document.postponed) ? documents.flatMap((document) => document.postponed ?? []) : [];
  const error = failureOfAll(documents);
  return {
    object: null,
    documents,
    ...(error && { error }),
    ...(postponed && { postponed }),
    complete: documents.every(({ complete }) => complete),
    ...(held.length > 0 && { held }),
    metadata: {
      processingTimeMs: sinceMs(started),
      credits: documents.reduce((sum, { metadata }) => sum + metadata.credits, 0),
      fallbackTriggered: documents.some(({ metadata }) => metadata.fallbackTriggered),
    },
  };
}

/** The failure of a file of which no document could be read, by the first of them; undefined where one was read. */
function failureOfAll(documents: readonly PartOutcome[]): DocumentOutcome['error'] {
  const [first] = documents;
  if (!first?.error || !documents.every(({ error }) => error)) return undefined;
  const { code, message } = first.error;
  return { code, message: `None of the ${documents.length} documents could be read; the first: ${message}` };
}
