import type { DeliveredMessage, MessagesPage, NewWebhook, ShownWebhook, WebhookEvent } from '../answer.js';
import { everyPage, type PageOptions } from '../request/pages.js';
import { ask, type CallOptions, type ServerConnection } from '../request/send.js';

export interface WebhookTerms {
  /** Where the messages are sent. */
  readonly url: string;
  /** What it is told; everything when absent. */
  readonly events?: readonly WebhookEvent[];
  /** At most 200 characters. */
  readonly description?: string;
}

export interface WebhookChanges extends Partial<WebhookTerms> {
  /** Switches it off, or on again after it was switched off. */
  readonly enabled?: boolean;
}

export interface MessagesOptions extends PageOptions {
  readonly status?: DeliveredMessage['status'];
}

/**
 * `/v1/webhooks`: addresses of yours that are told how jobs and batches ended. Every method throws as `extract` does. What registers, removes,
 * replaces a secret or sends messages is not tried again when the connection breaks, since it may have been done.
 */
export class VouchWebhooks {
  readonly #connection: ServerConnection;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  /** Registers an address. Its `secret` is shown this once. */
  create({ url, events, description }: WebhookTerms, options: CallOptions = {}): Promise<NewWebhook> {
    return ask(this.#connection, { ...post('v1/webhooks', { url, events, description }), ...options });
  }

  /** All of your webhooks. */
  async list(options: CallOptions = {}): Promise<readonly ShownWebhook[]> {
    const { webhooks } = await ask<{ readonly webhooks: readonly ShownWebhook[] }>(this.#connection, { ...get('v1/webhooks'), ...options });
    return webhooks;
  }

  get(id: string, options: CallOptions = {}): Promise<ShownWebhook> {
    return ask(this.#connection, { ...get(pathOf(id)), ...options });
  }

  /** Changes what is given, and leaves the rest. */
  update(id: string, { url, events, description, enabled }: WebhookChanges, options: CallOptions = {}): Promise<ShownWebhook> {
    const json = { url, events, description, enabled };
    return ask(this.#connection, { method: 'PATCH', path: pathOf(id), json, idempotent: true, ...options });
  }

  /** Forgets a webhook with its messages, and says what it was. */
  remove(id: string, options: CallOptions = {}): Promise<ShownWebhook> {
    return ask(this.#connection, { method: 'DELETE', path: pathOf(id), idempotent: false, ...options });
  }

  /** Gives it a new secret, shown this once. For a day messages are signed with the former one as well. */
  rotate(id: string, options: CallOptions = {}): Promise<NewWebhook> {
    return ask(this.#connection, { ...post(`${pathOf(id)}/secret`), ...options });
  }

  /** Sends it a message of the type `webhook.test`, and says its id. */
  async test(id: string, options: CallOptions = {}): Promise<string> {
    const { message } = await ask<{ readonly message: string }>(this.#connection, { ...post(`${pathOf(id)}/test`), ...options });
    return message;
  }

  /** Sends one message again, or all since a time that were given up. How many are sent. */
  async replay(
    id: string,
    which: { readonly message: string } | { readonly since: Date | string },
    options: CallOptions = {},
  ): Promise<number> {
    const { replayed } = await ask<{ readonly replayed: number }>(this.#connection, { ...post(`${pathOf(id)}/replay`, which), ...options });
    return replayed;
  }

  /** The messages of 30 days, newest first, with what became of each attempt. */
  messages(id: string, { status, limit, cursor, ...options }: MessagesOptions = {}): Promise<MessagesPage> {
    return ask(this.#connection, { ...get(`${pathOf(id)}/messages`), query: { status, limit, cursor }, ...options });
  }

  /** All of them, page by page: `for await (const message of vouch.webhooks.allMessages(id))`. */
  async *allMessages(id: string, options: Omit<MessagesOptions, 'cursor'> = {}): AsyncGenerator<DeliveredMessage, void, undefined> {
    for await (const { messages } of everyPage((from) => this.messages(id, { ...options, ...from }))) yield* messages;
  }
}

const get = (path: string) => ({ method: 'GET', path, idempotent: true }) as const;
const post = (path: string, json?: object) => ({ method: 'POST', path, idempotent: false, ...(json && { json }) }) as const;

const pathOf = (id: string): string => `v1/webhooks/${encodeURIComponent(id)}`;
