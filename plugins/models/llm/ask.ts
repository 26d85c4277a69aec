import { type Ending, ExtractionError, observed, type ReadTask, unobserved } from '../../../core/index.js';
import type { ContentTerms } from './content.js';
import { failureOf, fellSilent, tooSlow } from './failure.js';
import type { ModelMemory } from './learned.js';
import { inForm } from './prompt.js';
import type { AnswerForm, OnText, Provider, ProviderReply } from './provider.js';
import { RefusedRequest } from './refused.js';
import { fitted, refitted, type SizedRequest } from './size.js';

interface AskTerms extends Pick<ReadTask, 'signal' | 'observer' | 'remainingMs'>, ContentTerms {
  /** Until an answer begins; for all of it where it is not streamed. */
  readonly timeoutMs: number;
  /** Between two words of an answer. */
  readonly silenceMs: number;
  /** Receives the answer part by part, or all at once where it is not streamed. */
  readonly onText?: OnText;
  readonly memory: ModelMemory;
}

/** A reply, and the request that it answers: in the form and size that the server took. */
export interface AnsweredRequest {
  readonly request: SizedRequest;
  readonly reply: ProviderReply;
}

/**
 * Asks a provider. A failure is not tried again here (core/flow/retry.ts does), but where the server refuses the form of the answer, the next looser one is asked for, and remembered if it is taken;
 * where it refuses the length, as much as it says it takes.
 * While the provider limits requests, it waits, if the wait fits the deadline.
 * @throws ExtractionError that says whether asking again may help, RefusedRequest for what the model does not hold, or the signal's reason
 */
export function ask(provider: Provider, request: SizedRequest, terms: AskTerms): Promise<AnsweredRequest> {
  return askInForm(terms.memory.forms.current, undefined);

  async function askInForm(form: AnswerForm, refusal: RefusedRequest | undefined): Promise<AnsweredRequest> {
    const { forms } = terms.memory;
    const remember = (): void => {
      if (refusal) forms.fellBackTo(form);
    };
    const onText: OnText = (text) => {
      remember();
      terms.onText?.(text);
    };
    try {
      const answered = await askInSize(provider, { ...request, ...inForm(form) }, { ...terms, onText });
      remember();
      return answered;
    } catch (error) {
      if (!(error instanceof RefusedRequest) || error.refused.what !== 'form') throw error;
      const next = forms.below(form);
      if (next === undefined) throw refusal ?? error;
      return askInForm(next, refusal ?? error);
    }
  }
}

/** Asks for no more than the model is known to hold, and once more where a refusal says what that is. */
async function askInSize(provider: Provider, request: SizedRequest, terms: AskTerms): Promise<AnsweredRequest> {
  const { context } = terms.memory;
  const fit = { ...terms, label: provider.label, context };
  const sized = fitted(request, fit);
  try {
    return await askOnce(provider, sized, terms);
  } catch (error) {
    if (!(error instanceof RefusedRequest) || error.refused.what === 'form') throw error;
    context.learn(error.refused);
    const again = error.worked ? undefined : refitted(sized, error.refused, fit);
    if (!again) throw error;
    return askOnce(provider, again, terms);
  }
}

/** Asks when the provider takes requests. */
function askOnce(provider: Provider, request: SizedRequest, { observer = unobserved, ...terms }: AskTerms): Promise<AnsweredRequest> {
  const [name = '', model = ''] = provider.label.split(/:(.*)/s);
  const step = { kind: 'call', provider: name, model, form: request.form } as const;
  return terms.memory.gate.call(async (accepted) => {
    const onText: OnText = (text) => {
      accepted();
      terms.onText?.(text);
    };
    const reply = await observed({ observer, step }, () => send(provider, request, { ...terms, onText }), endingOf);
    return { request, reply };
  }, terms);
}

const endingOf = ({ usage }: ProviderReply): Ending => (usage ? { usage } : {});

async function send(provider: Provider, request: SizedRequest, terms: Omit<AskTerms, 'observer'>): Promise<ProviderReply> {
  const { signal, timeoutMs, silenceMs } = terms;
  signal.throwIfAborted();
  const listening = listen(terms);
  const onText: OnText = (text) => {
    listening.received();
    terms.onText?.(text);
  };
  try {
    const reply = await provider.send(request, AbortSignal.any([signal, listening.signal]), onText);
    requireUncut(provider, request, reply);
    if (!listening.begun && reply.kind === 'text') terms.onText?.(reply.text);
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

/** Waits for the words of an answer; the signal fires when none has come for too long. Thinking counts as words; a server's keep-alive does not. */
function listen({ timeoutMs, silenceMs }: Pick<AskTerms, 'timeoutMs' | 'silenceMs'>) {
  const silence = new AbortController();
  const abort = (): void => silence.abort();
  let timer = setTimeout(abort, timeoutMs);
  let begun = false;
  return {
    signal: silence.signal,
    /** Whether a word of the answer has come. */
    get begun() {
      return begun;
    },
    received: (): void => {
      if (begun) return void timer.refresh();
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** More characters a token than any script and tokenizer has over a whole prompt. */
const mostCharactersPerToken = 6;
/** A context is set in such steps. A prompt that fills one to the token is one that was cut, where its text is longer than usual. */
const [contextStep, usualCharactersPerToken] = [1_024, 3.2];

/**
 * Checks that a server which cuts long prompts without a word has read all of this one, by the tokens that it counted.
 * @throws RefusedRequest with the context that the count gives away
 */
function requireUncut({ label, cutsSilently = false }: Provider, request: SizedRequest, { usage }: ProviderReply): void {
  const { content, rules, fields, repair } = request;
  if (!cutsSilently || !usage?.inputTokens || content.kind !== 'text' || content.pictures) return;
  const characters = [rules, fields, content.text, repair?.reply ?? '', repair?.problems ?? ''].join('').length;
  const { inputTokens } = usage;
  const perToken = characters / inputTokens;
  const fillsContext = inputTokens % contextStep === 0 && perToken > usualCharactersPerToken;
  if (!fillsContext && perToken <= mostCharactersPerToken) return;
  throw new RefusedRequest(
    `${label}: the server has read ${inputTokens} tokens of a longer prompt and has cut the rest off without a word; give the model a larger context (Ollama: OLLAMA_CONTEXT_LENGTH) and set context to it`,
    { worked: true, ours: true, usage },
    { what: 'context', limitTokens: inputTokens },
  );
}
