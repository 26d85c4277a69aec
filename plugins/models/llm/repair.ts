import { ExtractionError } from '../../../core/index.js';
import type { AnsweredRequest } from './ask.js';
import type { ModelMemory } from './learned.js';
import type { ReaderSettings } from './options.js';
import type { Provider, ProviderRequest } from './provider.js';
import { roomFor, type SizedRequest } from './size.js';

/** A provider, how its model is asked, and what is known of the model. */
export interface ModelReader {
  readonly provider: Provider;
  readonly settings: Required<ReaderSettings>;
  readonly memory: ModelMemory;
}

/** The messages that follow an unusable reply, in the form that all three APIs share; empty in a first request. */
export const repairMessages = ({
  repair,
}: ProviderRequest): readonly { readonly role: 'assistant' | 'user'; readonly content: string }[] =>
  repair
    ? [
        { role: 'assistant', content: repair.reply },
        { role: 'user', content: repair.problems },
      ]
    : [];

/** The same request again, with the reply that could not be used and what was wrong with it. */
export const repairOf = <R extends ProviderRequest>(request: R, reply: string, problems: readonly string[]): R => ({
  ...request,
  repair: {
    reply: reply.slice(0, maxReplyLength),
    problems: `This answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nWrite the whole answer again, by the same rules, without these faults.`,
  },
});

const maxReplyLength = 50_000;

/** The provider answered, and nothing can be made of it; the words follow "it": 'was cut off at 512 tokens'. */
export const unusable = ({ label }: Pick<Provider, 'label'>, fault: string): ExtractionError =>
  new ExtractionError('PARSING_ERROR', `${label}: the reply could not be used: it ${fault}`, { worked: true });

/** What is wrong with an answer and with its repair, in words that follow "it". */
export const bothFaults = (first: string, second: string): string =>
  first === second ? `${first}, twice` : `${first}; the second try ${second}`;

/** What is wrong with an answer that was cut off, and the same request with room for twice as much; undefined where there is no more room. */
export function cutOff(
  { request, reply }: AnsweredRequest,
  { provider, settings, memory }: Pick<ModelReader, 'provider' | 'settings' | 'memory'>,
): { readonly fault: string; readonly next: SizedRequest | undefined } {
  if (reply.kind === 'cut' && reply.endedAt !== undefined) return { fault: endedEarly(reply.endedAt, request), next: undefined };
  const { context } = memory;
  const room = roomFor(request, { ...settings, label: provider.label, context });
  const limit = Math.floor(Math.min(request.limit * 2, settings.maxOutputTokens, room));
  const isFull = room < Math.min(request.limit * 2, settings.maxOutputTokens, context.outputTokens);
  const cause = isFull ? ` (the context holds ${context.contextTokens}, ${context.source})` : '';
  return {
    fault: `was cut off at ${request.limit} tokens${cause}`,
    next: limit > request.limit ? { ...request, limit } : undefined,
  };
}

/** Of a server whose count is exact, so that twice as much would not help. */
const endedEarly = (tokens: number, { limit }: SizedRequest): string =>
  `was cut off after ${tokens} tokens where ${limit} were asked for: the context is full, or the server has a limit of its own; see the option context`;
