import type { Document } from './contracts/document.js';
import { ExtractionError } from './contracts/errors.js';
import type { ExtractionRequest, OpenedDocument, Outcome, RequestUsage } from './contracts/extraction.js';
import { Deadline } from './flow/deadline.js';
import type { MemoryLimit } from './flow/memory-limit.js';
import { unobserved } from './flow/stage-observer.js';
import { mostCredits, type Price, Tally } from './flow/tally.js';
import type { Pipeline, Result } from './pipeline.js';
import { verdict } from './stages/verify.js';

/** What an engine opens documents with. */
export interface OpeningTerms {
  readonly pipeline: Pipeline;
  readonly memory: MemoryLimit;
  readonly price: Price;
  readonly tiers: number;
  readonly deadlineMs: number;
  readonly currency: string | undefined;
}

/** Converts the file; the caller decides when to extract. A file that cannot be converted still opens, with no pages to charge. */
export async function openDocument(request: ExtractionRequest, terms: OpeningTerms): Promise<OpenedDocument> {
  const started = performance.now();
  const deadline = new Deadline(terms.deadlineMs, request.signal);
  const converted = await convertedOrFailed(request, terms.pipeline, deadline);
  const pages = converted instanceof ExtractionError ? 0 : converted.chargedPages;
  const tally = new Tally(terms.price, pages);
  return {
    maxCredits: mostCredits(terms.price, { pages, tiers: terms.tiers }),
    async extract() {
      const result = await extractOrFail(converted, request, { ...terms, deadline, tally });
      return outcomeOf(result, request, {
        processingTimeMs: Math.round(performance.now() - started),
        tally,
        usage: tally.ledger.usage(terms.currency),
      });
    },
    close: () => deadline.close(),
  };
}

async function convertedOrFailed(request: ExtractionRequest, pipeline: Pipeline, deadline: Deadline): Promise<Document | ExtractionError> {
  try {
    return await pipeline.convert(request.file, deadline, request.observer ?? unobserved);
  } catch (error) {
    if (error instanceof ExtractionError) return error;
    deadline.close();
    throw error;
  }
}

type Extraction = Pick<OpeningTerms, 'pipeline' | 'memory'> & { readonly deadline: Deadline; readonly tally: Tally };

/** Reads a document as soon as there is memory for it, and releases the memory. */
async function extractOrFail(
  converted: Document | ExtractionError,
  request: ExtractionRequest,
  { pipeline, memory, deadline, tally }: Extraction,
): Promise<Result | ExtractionError> {
  const { observer = unobserved, onProviderCall, tokenBudget } = request;
  try {
    if (converted instanceof ExtractionError) return converted;
    const release = await memory.acquire(converted, deadline.signal);
    return await pipeline.extract(converted, request, { deadline, tally, observer, onProviderCall, tokenBudget }).finally(release);
  } catch (error) {
    if (error instanceof ExtractionError) return error;
    throw error;
  } finally {
    deadline.close();
  }
}

function outcomeOf(
  result: Result | ExtractionError,
  request: ExtractionRequest,
  { processingTimeMs, tally, usage }: { readonly processingTimeMs: number; readonly tally: Tally; readonly usage: RequestUsage },
): Outcome {
  const metadata = { processingTimeMs, credits: tally.credits, fallbackTriggered: tally.fallbackTriggered };
  if (result instanceof ExtractionError) {
    const { code, message, retryable, retryAfterMs } = result;
    const postponed = retryable === true && { postponed: retryAfterMs === undefined ? {} : { retryAfterMs } };
    return { object: null, complete: false, metadata, usage, error: { code, message }, ...postponed };
  }
  const { object, draft, checks, complete, doubted, held } = result;
  return {
    object,
    complete,
    draft,
    usage,
    ...(doubted && { doubted }),
    ...(held && { held }),
    metadata: tally.fallbackTriggered ? { ...metadata, confidenceScore: draft.confidence } : metadata,
    ...(request.verify && { verification: { status: verdict(checks), checks } }),
  };
}
