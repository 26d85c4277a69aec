import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { at } from '../../plugins/models/llm/index.js';
import { type Handler, json, type LlmRequest } from './llm-server.js';

/** The tokens of a request, as its server counts them. */
export interface CountedTokens {
  readonly input: number;
  /** The most tokens of answer that are asked for. */
  readonly answer: number;
  readonly context: number;
}

/** How a server says that a request is more than it holds; undefined where it takes the request. */
export type Overflow = (tokens: CountedTokens) => Handler | undefined;

/** A server with a small context: it counts what it is shown and refuses what it does not hold. */
export const smallContext =
  (context: number, overflow: Overflow, reply: Handler): Handler =>
  (request, response) =>
    (overflow({ ...counted(request), context }) ?? reply)(request, response);

const tokenizer = new Tiktoken(o200k);

export function counted({ body }: Pick<LlmRequest, 'body'>): Pick<CountedTokens, 'input' | 'answer'> {
  const texts = [at(body, 'instructions'), at(body, 'system'), at(body, 'input'), at(body, 'messages')].flatMap(textsIn);
  const answer = at(body, 'max_tokens') ?? at(body, 'max_completion_tokens') ?? at(body, 'max_output_tokens');
  return { input: texts.reduce((sum, text) => sum + tokenizer.encode(text).length, 0), answer: Number(answer) };
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** vLLM holds input and answer together, and says both. */
export const vllmOverflow: Overflow = ({ input, answer, context }) =>
  input + answer <= context
    ? undefined
    : json(
        {
          error: {
            message: `This model's maximum context length is ${context} tokens. However, you requested ${input + answer} tokens (${input} in the messages, ${answer} in the completion).`,
            type: 'BadRequestError',
            code: 400,
          },
        },
        400,
      );

/** llama.cpp looks at the input alone. */
export const llamaCppOverflow: Overflow = ({ input, context }) =>
  input < context
    ? undefined
    : json(
        {
          error: {
            code: 400,
            message: 'the request exceeds the available context size, try increasing it',
            type: 'exceed_context_size_error',
            n_prompt_tokens: input,
            n_ctx: context,
          },
        },
        400,
      );

/** OpenAI's newer models say no number. */
export const wordlessOverflow: Overflow = ({ input, answer, context }) =>
  input + answer <= context
    ? undefined
    : json(
        {
          error: {
            message: 'Your input exceeds the context window of this model.',
            type: 'invalid_request_error',
            code: 'context_length_exceeded',
          },
        },
        400,
      );
