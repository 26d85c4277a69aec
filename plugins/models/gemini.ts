import { at, definePlugin, listAt, type OptionsOf, textAt } from '../../core/index.js';
import { type Assembly, answeredBody, textAnswer, usageOf } from './llm/answer.js';
import { authorization } from './llm/authorization.js';
import { answered, checkedAddress, providerFetch } from './llm/connection.js';
import { contentParts } from './llm/content.js';
import { misshapen, refusal, reported, unfinished } from './llm/failure.js';
import { llmOptions, readerSettings } from './llm/options.js';
import { answerSchema } from './llm/prompt.js';
import type { AnswerForms, Provider, ProviderReply, ProviderRequest } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { repairMessages } from './llm/repair.js';

/** What both doors to Gemini can be told. */
export const geminiOptions = {
  ...llmOptions,
  structured: {
    type: 'string',
    enum: ['auto', 'schema', 'json_object', 'prompt'],
    default: 'auto',
    description: 'How the API holds the model to a form: to the schema, to any JSON, or by words alone; auto finds out what it takes',
  },
  thinking_level: {
    type: 'string',
    enum: ['minimal', 'low', 'medium', 'high'],
    description: 'How much the model may think, for models from Gemini 3 on; the model’s own default when absent',
  },
} as const;

/** How Google holds answers to their form. */
export const geminiForms: AnswerForms = ['schema', 'json_object', 'prompt'];

/**
 * Reads with a Gemini model through Google's Gemini API. A PDF is sent unchanged. It needs no SDK: Google's own follows redirects and cannot
 * be given another way to send. Source: https://ai.google.dev/api/generate-content
 */
export default definePlugin({
  kind: 'model',
  name: 'gemini',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...geminiOptions,
      base_url: {
        type: 'string',
        default: 'https://generativelanguage.googleapis.com/v1beta',
        description: 'The address of the API, with its version',
      },
    },
  },
  create(settings, context) {
    const label = `gemini:${settings.model}`;
    const headers = authorization(context, {
      ...settings,
      plugin: 'gemini',
      label,
      secret: 'GEMINI_API_KEY',
      keyHeader: 'x-goog-api-key',
    });
    const address = `${checkedAddress('gemini', settings.base_url)}/models/${encodeURIComponent(settings.model)}`;
    const fetch = providerFetch(headers);
    const send = throughGenerate({ label, address: async () => address, fetch }, settings);
    const reach = (signal: AbortSignal) => answered(fetch(address, { signal }));
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, geminiForms), context);
  },
});

type GeminiSettings = Pick<
  OptionsOf<{ readonly type: 'object'; readonly properties: typeof geminiOptions; readonly required: readonly ['model'] }>,
  'thinking_level' | 'stream'
>;

/** Where a model is asked, and how a request leaves. */
interface GeminiEndpoint {
  readonly label: string;
  /** The model's address, without a method; known at boot, or found out with the first request. */
  address(): Promise<string>;
  readonly fetch: typeof fetch;
}

/** Sends requests through `generateContent`. Source: https://ai.google.dev/api/generate-content */
export const throughGenerate =
  ({ label, address, fetch }: GeminiEndpoint, settings: GeminiSettings): Provider['send'] =>
  async (request, signal, onText) => {
    const method = settings.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const init = { method: 'POST', body: JSON.stringify(generateBody(request, settings)), signal };
    const response = await answered(fetch(`${await address()}:${method}`, init));
    return generateAnswer(await answeredBody(response, generateStream(label), { label, onText }), label);
  };

function generateBody(request: ProviderRequest, settings: GeminiSettings): object {
  return {
    systemInstruction: { parts: [{ text: request.rules }] },
    contents: [
      { role: 'user', parts: [...documentParts(request), { text: request.fields }] },
      ...repairMessages(request).map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text: content }] })),
    ],
    generationConfig: {
      maxOutputTokens: request.limit,
      ...(request.form === 'prompt' ? {} : { responseMimeType: 'application/json' }),
      ...(request.form === 'schema' ? { responseJsonSchema: answerSchema } : {}),
      ...(settings.thinking_level ? { thinkingConfig: { thinkingLevel: settings.thinking_level.toUpperCase() } } : {}),
    },
  };
}

const documentParts = ({ content }: ProviderRequest): readonly object[] =>
  contentParts<object>(content, {
    pdf: (data) => ({ inlineData: { mimeType: 'application/pdf', data } }),
    text: (text) => ({ text }),
    picture: ({ mediaType, base64 }) => ({ inlineData: { mimeType: mediaType, data: base64 } }),
  });

/** The word of the API for a finished answer, and those for the end of room or of luck; all others are refusals. */
const finished = 'STOP';
const outOfRoom = 'MAX_TOKENS';
const faults = ['OTHER', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE', 'UNEXPECTED_TOOL_CALL', 'CONTINUATION'];

/** The body is not trusted. @throws ExtractionError for a refusal, an unfinished answer, or a body of another shape */
function generateAnswer(body: unknown, label: string): ProviderReply {
  const usage = usageOf({ usage: tokensOf(body) }, { input: 'input', output: 'output', cached: ['cached'] });
  const blocked = textAt(body, 'promptFeedback', 'blockReason');
  if (blocked) throw refusal(label, blocked, usage);
  const candidate = listAt(body, 'candidates')[0];
  const reason = textAt(candidate, 'finishReason');
  if (candidate === undefined || reason === undefined) throw misshapen(label, 'the body has no finished candidate');
  if (reason === outOfRoom) return { kind: 'cut', usage };
  if (faults.includes(reason)) throw unfinished(label, reason, { retryable: 'once', worked: true, usage });
  if (reason !== finished) throw refusal(label, reason, usage);
  const parts = listAt(candidate, 'content', 'parts').filter((part) => at(part, 'thought') !== true);
  return textAnswer(parts.map((part) => textAt(part, 'text') ?? '').join(''), label, usage);
}

/** What the model thinks is counted beside the candidates, and paid for as output. A count of zero is left out of the body. */
function tokensOf(body: unknown): object {
  const count = (name: string): number => Number(at(body, 'usageMetadata', name) ?? 0);
  if (at(body, 'usageMetadata', 'promptTokenCount') === undefined) return {};
  return {
    input: count('promptTokenCount'),
    output: count('candidatesTokenCount') + count('thoughtsTokenCount'),
    cached: count('cachedContentTokenCount'),
  };
}

/** Puts the chunks of a streamed answer together: each is a body with a part of the text, the last one says why it ends. */
function generateStream(label: string): Assembly {
  const texts: string[] = [];
  let promptFeedback: unknown;
  let finishReason: string | undefined;
  let usageMetadata = {};
  return {
    add(event) {
      const error = at(event, 'error');
      if (error) throw reported(label, { code: (textAt(error, 'status') ?? 'error').toLowerCase(), begun: texts.length > 0, error });
      const candidate = listAt(event, 'candidates')[0];
      promptFeedback = at(event, 'promptFeedback') ?? promptFeedback;
      finishReason = textAt(candidate, 'finishReason') ?? finishReason;
      usageMetadata = { ...usageMetadata, ...Object(at(event, 'usageMetadata')) };
      return textAdded(listAt(candidate, 'content', 'parts'), texts);
    },
    body: () => {
      if (finishReason === undefined && at(promptFeedback, 'blockReason') === undefined) return undefined;
      const candidate = { finishReason, content: { parts: [{ text: texts.join('') }] } };
      return { ...(finishReason ? { candidates: [candidate] } : {}), promptFeedback, usageMetadata };
    },
  };
}

function textAdded(parts: readonly unknown[], texts: string[]): string | undefined {
  if (parts.length === 0) return undefined;
  const text = parts.map((part) => (at(part, 'thought') === true ? '' : (textAt(part, 'text') ?? ''))).join('');
  texts.push(text);
  return text;
}
