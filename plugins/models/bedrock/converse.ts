import type { ContentBlock, ConverseCommandInput, Message } from '@aws-sdk/client-bedrock-runtime';
import type { OptionsOf } from '../../../core/index.js';
import type { llmOptions } from '../llm/llm-options.js';
import { answerSchema } from '../llm/prompt/answer-schema.js';
import { pictureHeading } from '../llm/prompt/content.js';
import { repairMessages } from '../llm/prompt/repair.js';
import type { Heard, Provider, ProviderReply, ProviderRequest } from '../llm/provider.js';
import { listAt, textAt } from '../llm/reply/at.js';
import { textAnswer, type UsageNames, usageOf } from '../llm/reply/text-answer.js';
import { misshapen, refusal, unfinished } from '../llm/request/failure.js';
import { contextFull } from '../llm/request/refused-request.js';
import { brokenOff } from '../llm/stream/stream-failure.js';
import { awsFailure } from './aws-failure.js';
import type { Bedrock } from './client.js';
import { converseStream } from './converse-stream.js';

export type ConverseSettings = Pick<
  OptionsOf<{ readonly type: 'object'; readonly properties: typeof llmOptions; readonly required: readonly ['model'] }>,
  'model' | 'stream'
>;

/** Sends requests through the Converse API. */
export const throughConverse =
  (client: () => Promise<Bedrock>, settings: ConverseSettings, label: string): Provider['send'] =>
  async (request, signal, heard) => {
    const begun = { heard: false };
    try {
      const answer = await converse(await client(), converseBody(request, settings), {
        settings,
        label,
        signal,
        heard: (text) => {
          begun.heard = true;
          heard?.(text);
        },
      });
      return converseAnswer(answer, label);
    } catch (error) {
      throw awsFailure(error, label, begun.heard);
    }
  };

interface ConverseCall {
  readonly settings: ConverseSettings;
  readonly label: string;
  readonly signal: AbortSignal;
  readonly heard: Heard;
}

async function converse(
  { sdk, client }: Bedrock,
  body: ConverseCommandInput,
  { settings, label, signal, heard }: ConverseCall,
): Promise<unknown> {
  if (!settings.stream) return client.send(new sdk.ConverseCommand(body), { abortSignal: signal });
  const { stream } = await client.send(new sdk.ConverseStreamCommand(body), { abortSignal: signal });
  if (!stream) throw misshapen(label, 'the body has no stream');
  const assembly = converseStream();
  for await (const event of stream) {
    const text = assembly.add(event);
    if (text !== undefined) heard(text);
  }
  const answer = assembly.body();
  if (answer === undefined) throw brokenOff(label);
  return answer;
}

const converseBody = (request: ProviderRequest, settings: ConverseSettings): ConverseCommandInput => ({
  modelId: settings.model,
  system: [{ text: request.rules }],
  messages: [{ role: 'user', content: [...documentBlocks(request), { text: request.fields }] }, ...repairs(request)],
  inferenceConfig: { maxTokens: request.limit },
  ...(request.form === 'schema' && {
    outputConfig: {
      textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'reading', schema: JSON.stringify(answerSchema) } } },
    },
  }),
});

const documentBlocks = ({ content }: ProviderRequest): readonly ContentBlock[] =>
  content.kind === 'pdf'
    ? [{ document: { format: 'pdf', name: 'document', source: { bytes: Buffer.from(content.base64, 'base64') } } }]
    : [
        { text: content.text },
        ...(content.pictures ?? []).flatMap(({ page, mediaType, base64 }): readonly ContentBlock[] => [
          { text: pictureHeading(page) },
          { image: { format: mediaType === 'image/png' ? 'png' : 'jpeg', source: { bytes: Buffer.from(base64, 'base64') } } },
        ]),
      ];

const repairs = (request: ProviderRequest): readonly Message[] =>
  repairMessages(request).map(({ role, content }) => ({ role, content: [{ text: content }] }));

const refusals = ['content_filtered', 'guardrail_intervened'];

/** Cached tokens are counted beside the input. Source: TokenUsage of the Converse API. */
const usageNames = {
  input: 'inputTokens',
  output: 'outputTokens',
  cached: ['cacheReadInputTokens'],
  written: ['cacheWriteInputTokens'],
  apart: true,
} as const satisfies UsageNames;

/** The body is not trusted: another server may stand behind base_url. */
function converseAnswer(answer: unknown, label: string): ProviderReply {
  const reason = textAt(answer, 'stopReason');
  if (reason === undefined) throw misshapen(label, 'the body has no reason to stop');
  const usage = usageOf(answer, usageNames);
  if (reason === 'model_context_window_exceeded') throw contextFull(label, reason, usage);
  if (reason === 'max_tokens') return { kind: 'cut', usage };
  if (refusals.includes(reason)) throw refusal(label, reason, usage);
  if (reason !== 'end_turn' && reason !== 'stop_sequence') throw unfinished(label, reason, { worked: true, usage });
  const blocks = listAt(answer, 'output', 'message', 'content');
  return textAnswer(blocks.map((block) => textAt(block, 'text') ?? '').join(''), label, usage);
}
