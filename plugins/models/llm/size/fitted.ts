import { ExtractionError } from '../../../../core/index.js';
import type { LearnedContext } from '../learned/context.js';
import type { Refused } from '../learned/refused.js';
import type { ContentTerms } from '../prompt/content.js';
import { RefusedRequest } from '../request/refused-request.js';
import { inputTokensOf, type SizedRequest } from './estimate.js';

/** A model by its label, what it is known to hold, and how documents are shown to it. */
export interface FitTerms extends ContentTerms {
  readonly label: string;
  readonly context: LearnedContext;
  /** The tokens of the input as the server has counted them; estimated when absent. */
  readonly inputTokens?: number | undefined;
}

/** Stands for a reply that the context has no room for: APIs refuse an empty message. */
const leftOut = '(left out, because it is too long)';

/** An estimate may be a little short, and servers count marks of their own. */
const spareTokens = 32;

/** The most tokens that are left for the answer to a request; infinite where nobody knows. */
export const roomFor = (request: SizedRequest, terms: FitTerms): number =>
  Math.min(terms.context.outputTokens, roomInContext(request, terms));

function roomInContext(request: SizedRequest, { context, inputTokens, ...terms }: FitTerms): number {
  if (context.contextTokens === Number.POSITIVE_INFINITY) return context.contextTokens;
  return context.contextTokens - (inputTokens ?? inputTokensOf(request, terms)) - spareTokens;
}

/**
 * The request with no more tokens of answer than there is room for. A reply that is to be repaired is left out where it takes the room.
 * @throws RefusedRequest where the least answer does not fit
 */
export function fitted(request: SizedRequest, terms: FitTerms): SizedRequest {
  const inContext = roomInContext(request, terms);
  if (inContext < request.leastTokens) {
    if (request.repair && request.repair.reply !== leftOut)
      return fitted({ ...request, repair: { ...request.repair, reply: leftOut } }, terms);
    throw tooLarge(request, terms, inContext);
  }
  const room = roomFor(request, terms);
  return room < request.limit ? { ...request, limit: Math.floor(room) } : request;
}

/**
 * The request as it may be taken after a refusal that says a limit; undefined where nothing would be different.
 * @throws RefusedRequest where the least answer does not fit
 */
export function refitted(request: SizedRequest, refused: Refused, terms: FitTerms): SizedRequest | undefined {
  const inputTokens = refused.what === 'context' ? refused.inputTokens : undefined;
  const again = fitted(request, { ...terms, inputTokens });
  return again.limit < request.limit ? again : undefined;
}

function tooLarge(request: SizedRequest, { label, context }: FitTerms, room: number): ExtractionError {
  const { contextTokens, source } = context;
  const needed = Math.ceil(contextTokens - room + request.leastTokens);
  return new RefusedRequest(
    `${label}: the context of ${contextTokens} tokens (${source}) is too small: what must be read at once takes some ${needed} with its answer; give the model a larger context and set context to it, or ask for fewer fields`,
    { ours: true },
    { what: 'context', limitTokens: contextTokens },
  );
}
