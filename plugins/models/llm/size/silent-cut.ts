import type { Provider, ProviderReply } from '../provider.js';
import { RefusedRequest } from '../request/refused-request.js';
import type { SizedRequest } from './estimate.js';

/** No script and no tokenizer has so many characters a token over a whole prompt. */
const mostCharactersPerToken = 6;
/** A context is set in such steps. A prompt that fills one to the token is one that was cut, where its text is longer than usual. */
const [contextStep, usualCharactersPerToken] = [1_024, 3.2];

/**
 * Checks that a server which cuts long prompts without a word has read all of this one, by the tokens that it counted.
 * @throws RefusedRequest with the context that the count gives away
 */
export function requireUncut({ label, cutsSilently = false }: Provider, request: SizedRequest, { usage }: ProviderReply): void {
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
