import type { ShedReason } from '../http/refusal.js';
import type { DeliveryResult, RunResult } from './listener.js';

/** Server events outside the processing of a document, for metrics. */
export type ServerEvent =
  /** A request body was admitted, or its memory was released. */
  | { readonly kind: 'entered' | 'left'; readonly bytes: number }
  | { readonly kind: 'shed'; readonly reason: ShedReason }
  /** A call to a provider used tokens of the daily budget, or was refused by it. */
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'budget refused' }
  /** A call to a provider was refused by the budget of its key. */
  | { readonly kind: 'key budget refused' }
  /** A run of a job, or an attempt to deliver a message of a webhook, has ended, and the store knows. */
  | { readonly kind: 'job run'; readonly result: RunResult }
  | { readonly kind: 'delivery'; readonly result: DeliveryResult }
  /** A line of the log could not be written. */
  | { readonly kind: 'log lost' }
  /** The store could not be reached, and the process continued without it. */
  | { readonly kind: 'fallback'; readonly part: 'rates' | 'keys' | 'quotas' }
  | { readonly kind: 'credits'; readonly change: 'reserved' | 'settled' | 'released' | 'overspent'; readonly credits: number };

/** Reports an event to the metrics. */
export type Tell = (event: ServerEvent) => void;
