import type { OptionsOf, ReaderKind } from '../../../core/index.js';
import type { ContentTerms } from './content.js';
import { type AnswerForms, formsOf } from './provider.js';

/** The options that every LLM plugin has besides its own. */
export const llmOptions = {
  model: { type: 'string', minLength: 1, description: 'The model, as the provider calls it' },
  size: {
    type: 'string',
    enum: ['large', 'small'],
    description: 'What sort of model it is, which says how far its values are believed until it has a calibration; by its name when absent',
  },
  api_key: { type: 'string', description: 'The key; read from the environment when absent' },
  pdf: {
    type: 'string',
    enum: ['native', 'pictures', 'text'],
    default: 'native',
    description: 'Whether a PDF is sent as it is, as pictures of its pages with the text of its text layer, or as text alone',
  },
  picture_width: {
    type: 'integer',
    minimum: 300,
    maximum: 4_000,
    default: 1_100,
    description: 'How many dots wide the picture of a page is; above some 1,100 for A4 most models make it smaller',
  },
  pictures_per_call: {
    type: 'integer',
    minimum: 1,
    default: 20,
    description: 'The most pictures in one call; further pages are shown as text',
  },
  headers: { type: 'object', description: 'Headers that a gateway asks for, sent with every request: { name: text }' },
  max_output_tokens: {
    type: 'integer',
    minimum: 256,
    default: 32_000,
    description: 'The most tokens an answer may have, reasoning included',
  },
  context: {
    type: 'integer',
    minimum: 512,
    description: 'How many tokens the model holds, input and answer together; learned from refusals when absent',
  },
  timeout_ms: {
    type: 'integer',
    minimum: 1,
    default: 60_000,
    description: 'How long an answer may take to begin; all of it where it is not streamed',
  },
  stream: {
    type: 'boolean',
    default: true,
    description: 'Whether answers are asked for as a stream; a server that cannot is understood, too',
  },
  window_tokens: {
    type: 'integer',
    minimum: 200,
    default: 3_000,
    description: 'A document with rows for more tokens of answer is read in windows of pages, so many tokens each',
  },
  windows_at_once: { type: 'integer', minimum: 1, default: 8, description: 'Windows of rows that are read at a time, over all documents' },
  silence_ms: { type: 'integer', minimum: 1, default: 20_000, description: 'How long a streamed answer may pause' },
} as const;

/** The options that all LLM plugins share, as their schema gives them. */
export type SharedOptions = OptionsOf<{
  readonly type: 'object';
  readonly properties: typeof llmOptions;
  readonly required: readonly ['model'];
}>;

/** How a model is asked, by the options of its plugin and the forms of answers that its server may take. */
export const readerSettings = (
  options: SharedOptions & { readonly structured: Parameters<typeof formsOf>[0] },
  forms: AnswerForms,
): ReaderSettings => ({
  pdf: options.pdf,
  pictureWidth: options.picture_width,
  picturesPerCall: options.pictures_per_call,
  forms: formsOf(options.structured, forms),
  ...(options.context !== undefined && { contextTokens: options.context }),
  maxOutputTokens: options.max_output_tokens,
  timeoutMs: options.timeout_ms,
  silenceMs: options.silence_ms,
  windowTokens: options.window_tokens,
  windowsAtOnce: options.windows_at_once,
  size: options.size ?? sizeOf(options.model),
});

/** How a provider's models are asked. */
export interface ReaderSettings extends ContentTerms {
  /** How the server can hold answers to their form, the strictest first: what it refuses leads to the next one. One alone is kept. */
  readonly forms: AnswerForms;
  /** The most output tokens that are ever requested. */
  readonly maxOutputTokens: number;
  /** How many tokens the model holds, input and answer together; unknown when absent. */
  readonly contextTokens?: number;
  /** How long an answer may take to begin, in ms; all of it where the provider does not stream. */
  readonly timeoutMs: number;
  /** How long a streamed answer may pause, in ms. */
  readonly silenceMs?: number;
  /** A document is read in windows of so many tokens of rows if it has more. */
  readonly windowTokens?: number;
  /** How many windows are read at a time, over all documents. */
  readonly windowsAtOnce?: number;
  /** What sort of model it is; small when absent. */
  readonly size?: 'large' | 'small';
}

/** The settings with what a plugin leaves out: the defaults of the options. */
export const withDefaults = (settings: ReaderSettings): Required<ReaderSettings> => ({
  pictureWidth: llmOptions.picture_width.default,
  picturesPerCall: llmOptions.pictures_per_call.default,
  silenceMs: llmOptions.silence_ms.default,
  windowTokens: llmOptions.window_tokens.default,
  windowsAtOnce: llmOptions.windows_at_once.default,
  size: 'small',
  contextTokens: Number.POSITIVE_INFINITY,
  ...settings,
});

/** Words in the names of models that their makers sell as their large ones. A word of its own only: `pro`, not `prompt`. */
const large = words('opus sonnet fable mythos astra sol terra pro large ultra plus max');
const small = words('mini nano lite flash haiku small tiny luna air edge mobile');
/** Version names without a word for the size: the plain model is the large one of its time. */
const plainNames = /^(?:gpt-(?:4o|4\.1|[5-9](?:\.\d+)?)(?:-\d{4}-\d{2}-\d{2})?|o[1-9])$/;
/** Models of at least so many billion parameters count as large. */
const largeBillions = 30;

/**
 * Whether a model is one of the large or of the small ones, by the name that its maker gives it. A name that says nothing counts as small,
 * whose values are believed less.
 */
export function sizeOf(model: string): Extract<ReaderKind, 'large' | 'small'> {
  const name = model.toLowerCase();
  const billions = Number(/(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z\d])/.exec(name)?.[1] ?? 0);
  if (small.test(name)) return 'small';
  return large.test(name) || plainNames.test(name) || billions >= largeBillions ? 'large' : 'small';
}

function words(list: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${list.replaceAll(' ', '|')})(?![a-z])`);
}
