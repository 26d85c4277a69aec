import { Ajv } from 'ajv';
import {
  ConfigError,
  type Document,
  type ExtractionModel,
  type Field,
  type OptionsOf,
  type OptionsSchema,
  type PluginContext,
  type ReadTask,
  type Word,
} from '../../../../core/index.js';
import anthropic from '../../../../plugins/models/anthropic.js';
import openai from '../../../../plugins/models/openai.js';
import {
  anthropicReply,
  type GivenCell,
  type Handler,
  openaiChatReply,
  openaiReply,
  type RequestCheck,
} from '../../../fakes/llm-server.js';
import { streamed } from '../../../fakes/streamed.js';

/** A provider under the contract suite: how to make it, and how its server words each kind of answer. */
export interface ProviderSetting {
  readonly name: string;
  /** What its requests are held to; the rules of OpenAI and Anthropic when absent. */
  readonly check?: RequestCheck;
  make(serverUrl: string, options?: object): ExtractionModel;
  reply(cells: readonly GivenCell[] | string): Handler;
  readonly cutOff: Handler;
  readonly refusals: Readonly<Record<string, Handler>>;
  /** The body of an error. Its message repeats a secret that must not appear in our messages. */
  errorBody(code: string, secret: string): object;
}

const partial = '{"cells":[{"path":"$.tot';

export const openaiSetting: ProviderSetting = {
  name: 'openai through responses',
  make: (url, options = {}) => makeOpenai({ model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-secret', ...options }),
  reply: (cells) => openaiReply(cells),
  cutOff: openaiReply(partial, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
  refusals: {
    'a refusal': openaiReply('', {
      output: [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [{ type: 'refusal', refusal: 'No.' }] }],
    }),
    'a content filter': openaiReply(partial, { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
  },
  errorBody: (code, secret) => ({ error: { message: `Problem with ${secret}`, type: 'some_error', param: null, code } }),
};

export const chatSetting: ProviderSetting = {
  name: 'openai through chat',
  make: (url, options = {}) => makeOpenai({ model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-secret', api: 'chat', ...options }),
  reply: (cells) => openaiChatReply(cells),
  cutOff: openaiChatReply(partial, { finish_reason: 'length' }),
  refusals: {
    'a refusal': openaiChatReply('', { message: { role: 'assistant', content: null, refusal: 'No.' } }),
    'a content filter': openaiChatReply(partial, { finish_reason: 'content_filter' }),
  },
  errorBody: openaiSetting.errorBody,
};

export const anthropicSetting: ProviderSetting = {
  name: 'anthropic',
  make: (url, options = {}) =>
    anthropic.create(filled(anthropic.options, { model: 'claude-test', base_url: url, api_key: 'sk-secret', ...options }), context()),
  reply: (cells) => anthropicReply(cells),
  cutOff: anthropicReply(partial, { stop_reason: 'max_tokens' }),
  refusals: {
    'a refusal': anthropicReply('', {
      content: [],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'bio', explanation: 'No.' },
    }),
  },
  errorBody: (code, secret) => ({
    type: 'error',
    error: { type: 'some_error', message: `Problem with ${secret}`, details: { error_code: code } },
    request_id: 'req_1',
  }),
};

/** Servers that answer as a whole, whatever they are asked for. */
export const settings = [openaiSetting, chatSetting, anthropicSetting];

/** The same providers where their servers stream, as they are asked to. */
export const streaming = (setting: ProviderSetting): ProviderSetting => ({
  ...setting,
  name: `${setting.name}, streamed`,
  reply: (cells) => streamed(setting.reply(cells)),
  cutOff: streamed(setting.cutOff),
  refusals: Object.fromEntries(Object.entries(setting.refusals).map(([name, handler]) => [name, streamed(handler)])),
});

export const streamingSettings = settings.map(streaming);

const makeOpenai = (options: object): ExtractionModel => openai.create(filled(openai.options, options), context());

/** It keeps what it has compiled for each plugin's schema: a thousand tests make a model each. */
const ajv = new Ajv({ useDefaults: true });

/** The options as the engine passes them: checked, with defaults filled in. */
export function filled<S extends OptionsSchema>(schema: S | undefined, options: object): OptionsOf<S> {
  const whole = { ...options };
  if (!schema || !ajv.validate(schema, whole)) throw new Error(ajv.errorsText());
  return whole as OptionsOf<S>;
}

/** A context with only these secrets. */
export const context = (secrets: Readonly<Record<string, string>> = {}): PluginContext => ({
  secret: (name) => {
    const value = secrets[name];
    if (value === undefined) throw new ConfigError(`needs the environment variable ${name}`);
    return value;
  },
  log: () => {},
  report: () => {},
  onProbe: () => {},
  onClose: () => {},
});

export const field = (path: string, changes: Partial<Field> = {}): Field => ({
  path,
  names: path.replaceAll('[]', '').split('.').slice(1),
  type: 'string',
  description: '',
  hints: [],
  required: false,
  shadow: false,
  ...changes,
});

/** The words of one printed line, ten points high. Each string is a word; a number moves to that x position. */
export function line(y: number, ...parts: readonly (string | number)[]): readonly Word[] {
  let x = 50;
  const words: Word[] = [];
  for (const part of parts) {
    if (typeof part === 'number') x = part;
    else {
      words.push({ text: part, box: { x, y, width: part.length * 5, height: 10 }, ocr: false });
      x += part.length * 5 + 3;
    }
  }
  return words;
}

const page = (number: number, words: readonly Word[]): Document['pages'][number] => ({
  number,
  width: 595,
  height: 842,
  textLayer: words.length > 0 ? 'native' : 'none',
  words,
  hidden: [],
});

/** A PDF whose pages hold these words. */
export const pdf = (...pages: readonly (readonly Word[])[]): Document => ({
  format: 'PDF',
  file: { name: 'invoice of Mrs Secret.pdf', bytes: Buffer.from('%PDF-1.7 not really') },
  pages: pages.map((words, index) => page(index + 1, words)),
  attachments: [],
  chargedPages: pages.length,
});

/** A DOCX that is kept as Markdown. */
export const docx = (markdown: string): Document => ({ ...pdf(line(50, 'Total', '12.00')), format: 'DOCX', markdown });

export const task = (changes: Partial<ReadTask> = {}): ReadTask => ({
  document: pdf(line(50, 'Total', '12.00')),
  fields: [field('$.total', { type: 'number', required: true })],
  signal: AbortSignal.timeout(20_000),
  ...changes,
});
