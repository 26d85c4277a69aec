import type { Usage } from '../../../core/index.js';
import type { PromptContent } from './prompt/content.js';

/** One request to a provider, in no provider's words. */
export interface ProviderRequest {
  /** What the model must always do: the system part. */
  readonly rules: string;
  readonly content: PromptContent;
  /** The fields to read, as data. */
  readonly fields: string;
  /** The most tokens the answer may have, reasoning included. */
  readonly limit: number;
  /** A reply to this request that could not be used, and what was wrong with it. */
  readonly repair?: { readonly reply: string; readonly problems: string };
}

/** What came back: the model's text, or that it was cut off at the limit. Usage is undefined where the server does not count. */
export type ProviderReply =
  | { readonly kind: 'text'; readonly text: string; readonly usage: Usage | undefined }
  | { readonly kind: 'cut'; readonly usage: Usage | undefined };

/** All that differs between providers: how a request is sent, and how an answer is told from a refusal. */
export interface Provider {
  /** How messages call it: 'openai:gpt-6-luna'. */
  readonly label: string;
  /** @throws ExtractionError for a refusal or a body of no known shape; whatever its SDK throws for the rest. */
  send(request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply>;
  /** Asks for the model itself, which costs nothing; absent where the API has no such question. @throws whatever its SDK throws */
  reach?(signal: AbortSignal): Promise<unknown>;
}
