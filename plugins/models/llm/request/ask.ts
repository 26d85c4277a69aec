import { type Ending, ExtractionError, type ReadTask } from '../../../../core/index.js';
import { observed, unobserved } from '../../../../core/internal.js';
import type { Heard, Provider, ProviderReply, ProviderRequest } from '../provider.js';
import { listen } from '../stream/listen.js';
import { fellSilent } from '../stream/stream-failure.js';
import { failureOf, tooSlow } from './failure.js';

/** What a call may take, and who hears of it. */
export interface AskTerms extends Pick<ReadTask, 'signal' | 'observer'> {
  /** Until an answer begins; for all of it where it is not streamed. */
  readonly timeoutMs: number;
  /** Between two words of an answer. */
  readonly silenceMs: number;
  /** Is told of the answer part by part, or all at once where it is not streamed. */
  readonly heard?: Heard;
}

/** Asks a provider once. @throws ExtractionError that says whether asking again may help, or the signal's reason */
export function ask(provider: Provider, request: ProviderRequest, { observer = unobserved, ...terms }: AskTerms): Promise<ProviderReply> {
  const [name = '', model = ''] = provider.label.split(/:(.*)/s);
  return observed({ observer, step: { kind: 'call', provider: name, model } }, () => send(provider, request, terms), endingOf);
}

const endingOf = ({ usage }: ProviderReply): Ending => (usage ? { usage } : {});

async function send(provider: Provider, request: ProviderRequest, terms: Omit<AskTerms, 'observer'>): Promise<ProviderReply> {
  const { signal, timeoutMs, silenceMs } = terms;
  signal.throwIfAborted();
  const listening = listen({ firstMs: timeoutMs, silenceMs });
  const heard: Heard = (text) => {
    listening.heard();
    terms.heard?.(text);
  };
  try {
    const reply = await provider.send(request, AbortSignal.any([signal, listening.signal]), heard);
    if (!listening.begun && reply.kind === 'text') terms.heard?.(reply.text);
    return reply;
  } catch (error) {
    // SDKs throw five different errors when a signal fires, so the signals are checked first.
    signal.throwIfAborted();
    if (listening.signal.aborted) throw listening.begun ? fellSilent(provider.label, silenceMs) : tooSlow(provider.label, timeoutMs);
    throw error instanceof ExtractionError ? error : failureOf(error, provider.label);
  } finally {
    listening.end();
  }
}
