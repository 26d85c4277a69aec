import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { BedrockRuntimeClient, ContentBlock, ConverseCommandInput, Message } from '@aws-sdk/client-bedrock-runtime';
import { at, ConfigError, definePlugin, ExtractionError, listAt, numberAt, type PluginContext, textAt } from '../../core/index.js';
import { type Assembly, textAnswer, type UsageNames, usageOf } from './llm/answer.js';
import { secretIfSet, type TokenSource, tokenOf } from './llm/authorization.js';
import { checkedAddress, checkedKey, providerFetch, requirePackage, StatusError } from './llm/connection.js';
import { contentParts } from './llm/content.js';
import { brokenOff, misshapen, refusal, reported, unfinished } from './llm/failure.js';
import { llmOptions, readerSettings, type SharedOptions } from './llm/options.js';
import { answerSchema } from './llm/prompt.js';
import type { OnText, Provider, ProviderReply, ProviderRequest } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { contextFull } from './llm/refused.js';
import { repairMessages } from './llm/repair.js';

const { headers: _, ...shared } = llmOptions;

/**
 * Reads with a model in Amazon Bedrock, through the Converse API and AWS's own SDK, which finds the credentials of the machine. The model
 * is shown pictures of the pages: of a PDF that is sent as it is, the API shows most models no more than its text.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export default definePlugin({
  kind: 'model',
  name: 'bedrock',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...shared,
      model: { type: 'string', minLength: 1, description: 'The id of a model or of an inference profile' },
      api_key: {
        type: 'string',
        description: 'A Bedrock API key; from AWS_BEARER_TOKEN_BEDROCK when absent, else the AWS credentials of the machine sign requests',
      },
      pdf: { ...llmOptions.pdf, default: 'pictures' },
      region: { type: 'string', description: 'From AWS_REGION when absent' },
      base_url: { type: 'string', description: 'The address of the API; that of the region when absent' },
      structured: {
        type: 'string',
        enum: ['auto', 'schema', 'prompt'],
        default: 'auto',
        description: 'Whether the API holds the model to the schema, or words alone do; auto finds out whether the model can be held',
      },
    },
  },
  create(settings, context) {
    requirePackage('bedrock', '@aws-sdk/client-bedrock-runtime', '3');
    const label = `bedrock:${settings.model}`;
    const region = settings.region ?? secretIfSet(context, 'AWS_REGION');
    if (region === undefined) throw new ConfigError('Plugin "bedrock" needs the option region, or the environment variable AWS_REGION');
    if (!/^[a-z]{2}(-[a-z]+)+-\d+$/.test(region)) throw new ConfigError('Plugin "bedrock": region is not the name of a region');
    const apiKey = settings.api_key ?? secretIfSet(context, 'AWS_BEARER_TOKEN_BEDROCK');
    const client = bedrockClient(context, {
      label,
      region,
      ...(settings.base_url && { baseUrl: settings.base_url }),
      ...(apiKey && { apiKey }),
    });
    const send = throughConverse(client, settings, label);
    return llmReader({ label, send, showsPictures: true }, readerSettings(settings, ['schema', 'prompt']), context);
  },
});

type ConverseSettings = Pick<SharedOptions, 'model' | 'stream'>;

const throughConverse =
  (client: () => Promise<Bedrock>, settings: ConverseSettings, label: string): Provider['send'] =>
  async (request, signal, onText) => {
    let begun = false;
    try {
      const answer = await converse(await client(), converseBody(request, settings), {
        settings,
        label,
        signal,
        onText: (text) => {
          begun = true;
          onText?.(text);
        },
      });
      return converseAnswer(answer, label);
    } catch (error) {
      throw awsFailure(error, label, begun);
    }
  };

interface ConverseCall {
  readonly settings: ConverseSettings;
  readonly label: string;
  readonly signal: AbortSignal;
  readonly onText: OnText;
}

async function converse(
  { sdk, client }: Bedrock,
  body: ConverseCommandInput,
  { settings, label, signal, onText }: ConverseCall,
): Promise<unknown> {
  if (!settings.stream) return client.send(new sdk.ConverseCommand(body), { abortSignal: signal });
  const { stream } = await client.send(new sdk.ConverseStreamCommand(body), { abortSignal: signal });
  if (!stream) throw misshapen(label, 'the body has no stream');
  const assembly = converseStream();
  for await (const event of stream) {
    const text = assembly.add(event);
    if (text !== undefined) onText(text);
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
  contentParts<ContentBlock>(content, {
    pdf: (base64) => ({ document: { format: 'pdf', name: 'document', source: { bytes: Buffer.from(base64, 'base64') } } }),
    text: (text) => ({ text }),
    picture: ({ mediaType, base64 }) => ({
      image: { format: mediaType === 'image/png' ? 'png' : 'jpeg', source: { bytes: Buffer.from(base64, 'base64') } },
    }),
  });

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

/** Puts the events of a streamed conversation together. Tokens come after the end. */
function converseStream(): Assembly {
  const texts: string[] = [];
  let stopReason: string | undefined;
  let usage: unknown;
  return {
    add(event) {
      stopReason = textAt(event, 'messageStop', 'stopReason') ?? stopReason;
      usage = at(event, 'metadata', 'usage') ?? usage;
      const text = textAt(event, 'contentBlockDelta', 'delta', 'text');
      if (text) texts.push(text);
      return text ?? (at(event, 'contentBlockDelta', 'delta', 'reasoningContent') === undefined ? undefined : '');
    },
    body: () =>
      stopReason === undefined ? undefined : { stopReason, usage, output: { message: { content: [{ text: texts.join('') }] } } },
  };
}

type BedrockSdk = typeof import('@aws-sdk/client-bedrock-runtime');

/** The SDK and its client, loaded with the first request. */
interface Bedrock {
  readonly sdk: BedrockSdk;
  readonly client: BedrockRuntimeClient;
}

interface ClientSettings {
  readonly label: string;
  readonly region: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** Makes the client when it is needed. @throws ConfigError at boot for an address or a key that is none */
function bedrockClient(context: PluginContext, { region, baseUrl, apiKey }: ClientSettings): () => Promise<Bedrock> {
  const endpoint = checkedAddress('bedrock', baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`);
  const key = apiKey === undefined ? undefined : checkedKey('bedrock', apiKey);
  const token = tokenOf(context) ?? (key === undefined ? undefined : async () => key);
  let made: Promise<Bedrock> | undefined;
  return () => {
    made ??= import('@aws-sdk/client-bedrock-runtime').then((sdk) => ({ sdk, client: clientOf(sdk, { region, endpoint, token }) }));
    return made;
  };
}

/**
 * Sets every option that the SDK would read from the environment or a profile, but for who signs. What it would say about the machine is
 * taken out before requests are signed.
 */
function clientOf(
  sdk: BedrockSdk,
  { region, endpoint, token }: { readonly region: string; readonly endpoint: string; readonly token: TokenSource | undefined },
): BedrockRuntimeClient {
  const client = new sdk.BedrockRuntimeClient({
    region,
    endpoint,
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: '',
    authSchemePreference: [token ? 'httpBearerAuth' : 'sigv4'],
    requestHandler: fetchHandler,
    ...(token && { token: async () => ({ token: await token() }) }),
  });
  client.middlewareStack.addRelativeTo(onlyNeededHeaders, {
    name: 'onlyNeededHeaders',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  });
  return client;
}

const needed = ['host', 'content-type', 'content-length', 'accept'];

/** The SDK adds its version, the platform and the function that runs. */
const onlyNeededHeaders =
  <A extends object, R>(next: (args: A) => Promise<R>) =>
  (args: A): Promise<R> => {
    const headers: Record<string, string> = Object(at(args, 'request', 'headers'));
    for (const name of Object.keys(headers)) if (!needed.includes(name.toLowerCase())) delete headers[name];
    return next(args);
  };

interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends the SDK's requests as those of other providers: without redirects, with only the signed headers, and answers of limited length. */
const fetchHandler = {
  async handle(request: SignedRequest, { abortSignal }: { readonly abortSignal?: unknown } = {}) {
    const { host: _, 'content-length': __, ...signed } = request.headers;
    const response = await providerFetch({ ...signed, 'user-agent': 'vouch' })(addressOf(request), {
      method: request.method,
      ...(request.body === undefined ? {} : { body: request.body as Uint8Array<ArrayBuffer> | string }),
      ...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
    });
    const body = response.body ? Readable.fromWeb(response.body as ReadableStream) : undefined;
    return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } };
  },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
  destroy: () => {},
};

const addressOf = ({ protocol, hostname, port, path }: SignedRequest): string =>
  `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;

/** What the SDK threw, in the form that all providers' failures are told by. Its messages are not kept: they may repeat the prompt. */
function awsFailure(error: unknown, label: string, begun: boolean): unknown {
  if (error instanceof ExtractionError) return error;
  const name = textAt(error, 'name') ?? '';
  if (/^(?:CredentialsProviderError|TokenProviderError)$/.test(name)) return withoutCredentials(label, name);
  // The SDK adds words of its own to what Node's fetch says of a socket that ends within an answer.
  if (textAt(error, 'message')?.startsWith('terminated')) return brokenOff(label);
  const status = numberAt(error, '$metadata', 'httpStatusCode');
  if (!textAt(error, '$fault')) return error;
  // An error among the events of a stream has no status of its own.
  if (status === undefined || status < 400)
    return name === 'ValidationException' ? unfinished(label, name, {}) : reported(label, { code: name, begun });
  return new StatusError(status, headersOf(error), name);
}

const withoutCredentials = (label: string, name: string): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: no AWS credentials were found, so nothing was sent`, { cause: new Error(name), ours: true });

/** The SDK keeps the response out of sight, with its headers as an object. */
function headersOf(error: unknown): Headers {
  const requestId = textAt(error, '$metadata', 'requestId');
  return new Headers({
    ...Object(at(error, '$response', 'headers')),
    ...(requestId && { 'x-request-id': requestId }),
  });
}
