import type { NewJob } from './job-store.js';
import type { KeptPage, PageFilter } from './kept-page.js';

/** What an endpoint can be told, as it wants. Each is sent once for what it is about, and again until it is received. */
export const subscribableTypes = [
  'job.done',
  'job.failed',
  'job.cancelled',
  'job.expired',
  'batch.done',
  'run.needs_review',
  'run.reviewed',
] as const;
/** A test is sent to every endpoint. */
export const eventTypes = [...subscribableTypes, 'webhook.test'] as const;

export type EventType = (typeof eventTypes)[number];

/**
 * Endpoints of callers, and what is to be told to them. What happens to a job is announced by the store itself, in the transaction that ends it. For
 * implementers, beside what is said of `JobStore`:
 * - a message is delivered at least once, and always under the same id;
 * - while an endpoint rests after a failure, its messages wait and spend no attempt;
 * - what an endpoint is called and signed with is sealed for the workers, and opaque here.
 */
export interface WebhookStore extends WebhookAdministration {
  /** False when the owner has `most` already. */
  add(endpoint: NewEndpoint, most: number): Promise<boolean>;
  /** An endpoint of this owner; undefined for anybody else's. */
  find(owner: string, id: string): Promise<EndpointRecord | undefined>;
  /** Oldest first. */
  list(owner: string): Promise<readonly EndpointRecord[]>;
  /** What is absent stays. One that is switched on again rests no more. */
  change(owner: string, id: string, changes: EndpointChanges): Promise<EndpointRecord | undefined>;
  /** Forgets an endpoint with its messages. False when there is none. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Announces an event that is not about a job, such as a test. False when the endpoint is none of the owner's, switched off, or wants no such event. */
  announce(owner: string, endpoint: string, event: Pick<EventRecord, 'id' | 'type' | 'about'>): Promise<boolean>;
  /** What was told to an endpoint, newest first. */
  messages(owner: string, endpoint: string, filter: MessageFilter): Promise<MessagePage>;
  /** Sends again, at once and with all attempts: one message, whatever became of it, or all that were given up since then. How many. */
  replay(owner: string, endpoint: string, which: { readonly message: string } | { readonly since: Date }): Promise<number>;

  /** Leases the next messages to a sender, at most `most`. Owners take turns, and of each owner only a few messages are sent at a time. */
  claim(most: number, leaseMs: number): Promise<readonly ClaimedMessage[]>;
  /** Notes an attempt and what follows from it, in one transaction. False when the lease was lost: another sender may have the message. */
  conclude(delivery: DeliveryRun, attempt: AttemptRecord, outcome: DeliveryOutcome): Promise<boolean>;
  /** How much waits, for metrics. */
  backlog(): Promise<WebhookBacklog>;
  /** Forgets messages after their time. */
  sweep(): Promise<void>;
}

/** What an operator sees of the endpoints of all callers: how they are, and neither their addresses nor their secrets. */
export interface WebhookAdministration {
  /** Newest first. */
  survey(filter: WebhookFilter): Promise<readonly SurveyedWebhook[]>;
}

export interface WebhookFilter {
  readonly id?: string | undefined;
  readonly owner?: string | undefined;
  /** Those that are switched off, or those that are on. */
  readonly disabled?: boolean | undefined;
  readonly limit: number;
}

export interface SurveyedWebhook extends Omit<EndpointRecord, 'sealed'> {
  /** Messages that wait, and those that were given up. */
  readonly pending: number;
  readonly failed: number;
}

export interface NewEndpoint {
  /** `wh_` and 26 characters that sort by time. */
  readonly id: string;
  readonly owner: string;
  readonly events: readonly EventType[];
  /** Address, description and secrets, sealed for the workers. */
  readonly sealed: Uint8Array;
}

export interface EndpointRecord extends NewEndpoint {
  readonly createdAt: Date;
  /** Since when each attempt has failed; null where the last one succeeded. */
  readonly failingSince: Date | null;
  /** Since when nothing is sent any more; null while it is on. */
  readonly disabledAt: Date | null;
  /** Why it was switched off, as a sentence; null while it is on. */
  readonly disabledWhy: string | null;
}

export interface EndpointChanges {
  readonly events?: readonly EventType[];
  readonly sealed?: Uint8Array;
  /** Why it is switched off; null switches it on. */
  readonly disabledWhy?: string | null;
}

/** Something that happened. */
export interface EventRecord {
  /** `msg_` and the characters of what it is about: one message for each event, however often it is announced. */
  readonly id: string;
  readonly type: EventType;
  /** The id of the job or batch; that of the endpoint for a test. */
  readonly about: string;
  readonly createdAt: Date;
}

/** `failed`: given up, or its endpoint was switched off; it can be sent again. */
export const messageStatuses = ['pending', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export interface MessageRecord extends EventRecord {
  readonly status: MessageStatus;
  /** When it is tried next; null when it is not. */
  readonly dueAt: Date | null;
  /** Oldest first. */
  readonly attempts: readonly (AttemptRecord & { readonly at: Date })[];
}

/** One attempt to deliver. */
export interface AttemptRecord {
  /** What the receiver answered; null where it did not. */
  readonly status: number | null;
  readonly ms: number;
  /** What went wrong, in words; null when nothing did. */
  readonly error: string | null;
}

export interface MessageFilter extends PageFilter {
  readonly status?: MessageStatus | undefined;
}

export interface MessagePage extends KeptPage {
  readonly messages: readonly MessageRecord[];
}

/** One attempt by one sender. */
export interface DeliveryRun {
  readonly id: string;
  readonly message: string;
}

export interface ClaimedMessage {
  readonly run: DeliveryRun;
  readonly event: EventRecord;
  readonly endpoint: Pick<EndpointRecord, 'id' | 'owner' | 'sealed'>;
  /** For how long the endpoint has been failing; null where it has not. */
  readonly failingMs: number | null;
  /** Attempts before this one, since it was last replayed. */
  readonly attempts: number;
  /** The job that it is about, or the first one of the batch, with its sealed request; null where there is none, or none any more. */
  readonly cause: Pick<NewJob, 'id' | 'request'> | null;
}

/** What follows from an attempt. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** Both in ms: until this message is tried again, and until the endpoint is asked anything again. */
  | { readonly kind: 'again'; readonly afterMs: number; readonly restMs: number }
  | { readonly kind: 'given up'; readonly restMs: number }
  /** The endpoint wants nothing more, or has been failing for too long. Its messages are given up, too. */
  | { readonly kind: 'switched off'; readonly why: string };

export interface WebhookBacklog {
  /** Messages that wait. */
  readonly pending: number;
  /** How long the oldest has waited; null when none does. */
  readonly oldestMs: number | null;
  /** Endpoints that are switched off. */
  readonly disabled: number;
}

/** How long messages are kept after they were made, for the log of deliveries and for replays: 30 days, in ms. */
export const messageKeepMs = 30 * 86_400_000;

/**
 * The id of the message that tells of something: made from the id of what it is about, so that it is told once. A mark of one digit, 8 or more, keeps
 * apart what is told beside an end: the time that an id begins with has none such in front.
 */
export const messageIdOf = (about: string, mark = ''): string => `msg_${mark}${about.slice(about.indexOf('_') + 1 + mark.length)}`;
