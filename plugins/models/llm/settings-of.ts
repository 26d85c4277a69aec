import type { OptionsOf } from '../../../core/index.js';
import { type AnswerForms, formsOf } from './learned/answer-form.js';
import type { llmOptions } from './llm-options.js';
import { sizeOf } from './model-size.js';
import type { ReaderSettings } from './reader-settings.js';

/** The options that all LLM plugins share, as their schema gives them. */
type SharedOptions = OptionsOf<{ readonly type: 'object'; readonly properties: typeof llmOptions; readonly required: readonly ['model'] }>;

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
