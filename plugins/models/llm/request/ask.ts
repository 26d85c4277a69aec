import { type Ending, ExtractionError, type ReadTask } from '../../../../core/index.js';
import { observed, unobserved } from '../../../../core/internal.js';
import type { AnswerForm } from '../learned/answer-form.js';
import type { ModelMemory } from '../learned/model-memory.js';
import { inForm } from '../prompt/rules.js';
import type { Heard, Provider, ProviderReply, ProviderRequest } from '../provider.js';
import { listen } from '../stream/listen.js';
import { fellSilent } from '../stream/stream-failure.js';
import { failureOf, tooSlow } from './failure.js';
import { RefusedRequest } from './refused-request.js';

/** What a call may take, and who hears of it. */
export interface AskTerms extends Pick<ReadTask, 'signal' | 'observer'> {
  /** Until an answer begins; for all of it where it is not streamed. */
  readonly timeoutMs: number;
  /** Between two words of an answer. */
  readonly silenceMs: number;
  /** Is told of the answer part by part, or all at once where it is not streamed. */
  readonly heard?: Heard;
  /** What the server is known to take. */
  readonly memory: ModelMemory;
}

/** A reply, and the request that it answers: in the form that the server took. */
export interface AnsweredRequest {
  readonly request: ProviderRequest;
  readonly reply: ProviderReply;
}

/**
 * Asks a provider once. Where the server refuses the form of the answer, the next looser one is asked for, and remembered if it is taken.
 * @throws ExtractionError that says whether asking again may help, or the signal's reason
 */
export function ask(provider: Provider, request: ProviderRequest, terms: AskTerms): Promise<AnsweredRequest> {
  return askInForm(terms.memory.forms.current, undefined);

  async function askInForm(form: AnswerForm, refusal: RefusedRequest | undefined): Promise<AnsweredRequest> {
    const { forms } = terms.memory;
    const asked = { ...request, ...inForm(form) };
    const remember = (): void => {
      if (refusal) forms.fellBackTo(form);
    };
    const heard: Heard = (text) => {
      remember();
      terms.heard?.(text);
    };
    try {
      const reply = await askOnce(provider, asked, { ...terms, heard });
      remember();
      return { request: asked, reply };
    } catch (error) {
      if (!isFormRefusal(error)) throw error;
      const next = forms.below(form);
      if (next === undefined) throw refusal ?? error;
      return askInForm(next, refusal ?? error);
    }
  }
}

const isFormRefusal = (error: unknown): error is RefusedRequest => error instanceof RefusedRequest && error.refused.what === 'form';

function askOnce(provider: Provider, request: ProviderRequest, { observer = unobserved, ...terms }: AskTerms): Promise<ProviderReply> {
  const [name = '', model = ''] = provider.label.split(/:(.*)/s);
  const step = { kind: 'call', provider: name, model, form: request.form } as const;
  return observed({ observer, step }, () => send(provider, request, terms), endingOf);
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
