import { ExtractionError, type Usage } from '../../../../core/index.js';
import type { ModelMemory } from '../learned/model-memory.js';
import type { Provider } from '../provider.js';
import type { ReaderSettings } from '../reader-settings.js';
import type { SizedRequest } from '../size/estimate.js';
import { roomFor } from '../size/fitted.js';
import type { AnsweredRequest } from './ask.js';

/** The provider answered, and nothing can be made of it; the words follow "it": 'was cut off at 512 tokens'. */
export const unusable = ({ label }: Pick<Provider, 'label'>, fault: string): ExtractionError =>
  new ExtractionError('PARSING_ERROR', `${label}: the reply could not be used: it ${fault}`, { worked: true });

/** How the model of a cut-off answer is asked. */
export interface CutOffTerms {
  readonly provider: Pick<Provider, 'label'>;
  readonly settings: Required<ReaderSettings>;
  readonly memory: ModelMemory;
}

/** What is wrong with an answer that was cut off, and the same request with room for twice as much; undefined where there is no more room. */
export function cutOff(
  { request, reply }: AnsweredRequest,
  { provider, settings, memory }: CutOffTerms,
): { readonly fault: string; readonly next: SizedRequest | undefined } {
  if (reply.kind === 'cut' && reply.endedAt !== undefined) return { fault: endedEarly(reply.endedAt, request), next: undefined };
  const { context } = memory;
  const room = roomFor(request, { ...settings, label: provider.label, context });
  const limit = Math.floor(Math.min(request.limit * 2, settings.maxOutputTokens, room));
  const isFull = room < Math.min(request.limit * 2, settings.maxOutputTokens, context.outputTokens);
  const cause = isFull ? ` (the context holds ${context.contextTokens}, ${context.source})` : '';
  return {
    fault: `was cut off at ${request.limit} tokens${cause || earlyEnd(request, reply.usage)}`,
    next: limit > request.limit ? { ...request, limit } : undefined,
  };
}

/** Servers call the end of a context by the same word as the limit of an answer. */
const earlyEnd = ({ limit }: SizedRequest, usage: Usage | undefined): string =>
  usage && usage.outputTokens < limit / 2
    ? ` or before, after ${usage.outputTokens} with ${usage.inputTokens} of input: the context may hold no more; see the option context`
    : '';

/** Of a server whose count is exact, so that twice as much would not help. */
const endedEarly = (tokens: number, { limit }: SizedRequest): string =>
  `was cut off at ${tokens} tokens where ${limit} were asked for: the context of the server is full, or it has a limit of its own`;
