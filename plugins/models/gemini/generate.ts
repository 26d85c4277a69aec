import type { OptionsOf } from '../../../core/index.js';
import { answerSchema } from '../llm/prompt/answer-schema.js';
import { pictureHeading } from '../llm/prompt/content.js';
import { repairMessages } from '../llm/prompt/repair.js';
import type { Provider, ProviderReply, ProviderRequest } from '../llm/provider.js';
import { at, listAt, textAt } from '../llm/reply/at.js';
import { textAnswer, usageOf } from '../llm/reply/text-answer.js';
import { misshapen, refusal, unfinished } from '../llm/request/failure.js';
import { answered } from '../llm/request/post.js';
import { answeredBody } from '../llm/stream/answered-body.js';
import { generateStream } from './generate-stream.js';
import type { geminiOptions } from './options.js';

export type GeminiSettings = Pick<
  OptionsOf<{ readonly type: 'object'; readonly properties: typeof geminiOptions; readonly required: readonly ['model'] }>,
  'thinking_level' | 'stream'
>;

/** Where a model is asked, and how a request leaves. */
export interface GeminiDoor {
  readonly label: string;
  /** The model's address, without a method; known at boot, or found out with the first request. */
  address(): Promise<string>;
  readonly fetch: typeof fetch;
}

/** Sends requests through `generateContent`. Source: https://ai.google.dev/api/generate-content */
export const throughGenerate =
  ({ label, address, fetch }: GeminiDoor, settings: GeminiSettings): Provider['send'] =>
  async (request, signal, heard) => {
    const method = settings.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const init = { method: 'POST', body: JSON.stringify(generateBody(request, settings)), signal };
    const response = await answered(fetch(`${await address()}:${method}`, init));
    return generateAnswer(await answeredBody(response, generateStream(label), { label, heard }), label);
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
  content.kind === 'pdf'
    ? [{ inlineData: { mimeType: 'application/pdf', data: content.base64 } }]
    : [
        { text: content.text },
        ...(content.pictures ?? []).flatMap(({ page, mediaType, base64 }) => [
          { text: pictureHeading(page) },
          { inlineData: { mimeType: mediaType, data: base64 } },
        ]),
      ];

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
