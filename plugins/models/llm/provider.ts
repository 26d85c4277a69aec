import type { Usage } from '../../../core/index.js';
import type { PromptContent } from './content.js';

export interface ProviderRequest {
  /** What the model must always do: the system part of the prompt. */
  readonly rules: string;
  readonly content: PromptContent;
  readonly fields: string;
  /** The most tokens that the answer may have, including reasoning. */
  readonly limit: number;
  /** How the server is to hold the answer to its form. */
  readonly form: AnswerForm;
  /** An unusable reply to this request, and what was wrong with it. */
  readonly repair?: { readonly reply: string; readonly problems: string };
}

/** What a provider replied: text, or that it was cut off at the limit. Usage is undefined where the server does not count tokens. */
export type ProviderReply = { readonly kind: 'text'; readonly text: string; readonly usage: Usage | undefined } | CutReply;

interface CutReply {
  readonly kind: 'cut';
  readonly usage: Usage | undefined;
  /** The tokens after which it ended, where these are fewer than were asked for: the context is full, or the server has a limit of its own. */
  readonly endedAt?: number;
}

/** Receives what is added to an answer while it is streamed; '' for what the model thinks. */
export type OnText = (text: string) => void;

/** Everything that differs between providers: how to send a request, and how to tell an answer from a refusal. */
export interface Provider {
  /** The name in messages: 'openai:gpt-6-luna'. */
  readonly label: string;
  /** Whether the server cuts a prompt that is too long and answers all the same; what it says it has read is then compared. */
  readonly cutsSilently?: boolean;
  /** Whether `send` passes on the pictures of a request. */
  readonly showsPictures?: boolean;
  /**
   * Sends a request. A provider that streams tells `onText` of every part of the answer: from then on only silence ends a call, not its length.
   * @throws ExtractionError for a refusal or a body of unknown shape; in other cases whatever its SDK throws.
   */
  send(request: ProviderRequest, signal: AbortSignal, onText?: OnText): Promise<ProviderReply>;
  /** Asks whether the model exists, which costs nothing; absent where the API cannot tell. @throws whatever its SDK throws */
  reach?(signal: AbortSignal): Promise<unknown>;
}

/**
 * How the answer is held to its form: to the strict subset of JSON Schema, to a JSON Schema, to any JSON object, or by the words of the
 * prompt alone.
 */
export type AnswerForm = 'strict' | 'schema' | 'json_object' | 'prompt';

/** Forms from the strictest to the loosest. One alone is kept whatever the server says of it. */
export type AnswerForms = readonly [AnswerForm, ...AnswerForm[]];

/** Whether the server itself holds an answer to the schema, so that the prompt need not say it. */
export const isEnforced = (form: AnswerForm): boolean => form === 'strict' || form === 'schema';

/** The forms to begin with and to fall back to, by the option `structured`: those of the provider, or the one that is set by hand. */
export const formsOf = (structured: 'auto' | AnswerForm, ofProvider: AnswerForms): AnswerForms =>
  structured === 'auto' ? ofProvider : [structured];
