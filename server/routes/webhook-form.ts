import { nearest } from '../../core/index.js';
import { badRequest } from '../http/refusal.js';
import { isId } from '../jobs/job-id.js';
import { type AllowedNetworks, wrongAddress } from '../jobs/webhooks/reachable.js';
import { type EventType, subscribableTypes } from '../state/webhook-store.js';

type Body = Readonly<Record<string, unknown>>;

/** The members of a body that describes an endpoint; what is absent stays as it is. */
export interface WebhookWishes {
  readonly url?: string;
  readonly events?: readonly EventType[];
  readonly description?: string;
}

/** @throws Refusal 400 naming the member and what is allowed */
export function newWebhook(body: unknown, allowed: AllowedNetworks): WebhookWishes & { readonly url: string } {
  const { url, ...rest } = wishesIn(membersOf(body, ['url', 'events', 'description']), allowed);
  if (url === undefined) throw badRequest('url is required: where the messages are sent');
  return { url, ...rest };
}

/** @throws Refusal 400 naming the member and what is allowed */
export function webhookChanges(body: unknown, allowed: AllowedNetworks): WebhookWishes & { readonly enabled?: boolean } {
  const members = membersOf(body, ['url', 'events', 'description', 'enabled']);
  const { enabled } = members;
  if (enabled !== undefined && typeof enabled !== 'boolean') throw badRequest('enabled must be true or false');
  return { ...wishesIn(members, allowed), ...(enabled !== undefined && { enabled }) };
}

/** Which messages are sent again. @throws Refusal 400 */
export function replayWishes(body: unknown): { readonly message: string } | { readonly since: Date } {
  const { message, since } = membersOf(body, ['message', 'since']);
  if ((message === undefined) === (since === undefined))
    throw badRequest('Say either message, the id of one, or since, a time from which all that were given up are sent again');
  if (since === undefined) return { message: messageIn(message) };
  if (typeof since !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(since) || Number.isNaN(Date.parse(since)))
    throw badRequest('since must be a time such as 2026-11-23T20:00:00Z');
  return { since: new Date(since) };
}

function messageIn(message: unknown): string {
  if (typeof message === 'string' && isId('msg', message)) return message;
  throw badRequest('message must be the id of a message, msg_ and 26 characters');
}

function membersOf(body: unknown, known: readonly string[]): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('The body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return body as Body;
  const meant = nearest(unknown, known);
  throw badRequest(
    `The body has a member that means nothing here${meant ? `: "${meant}" was probably meant` : ''}. Known are ${known.join(', ')}`,
  );
}

function wishesIn({ url, events, description }: Body, allowed: AllowedNetworks): WebhookWishes {
  return {
    ...(url !== undefined && { url: urlIn(url, allowed) }),
    ...(events !== undefined && { events: eventsIn(events) }),
    ...(description !== undefined && { description: descriptionIn(description) }),
  };
}

function urlIn(url: unknown, allowed: AllowedNetworks): string {
  if (typeof url !== 'string') throw badRequest('url must be a text');
  const wrong = wrongAddress(url, allowed);
  if (wrong !== undefined) throw badRequest(wrong);
  return url;
}

function eventsIn(events: unknown): readonly EventType[] {
  const wrong = badRequest(`events must be a list of at least one of ${subscribableTypes.join(', ')}`);
  if (!Array.isArray(events) || events.length === 0) throw wrong;
  const known = subscribableTypes.filter((type) => events.includes(type));
  if (known.length !== events.length) throw wrong;
  return known;
}

const longestDescription = 200;

function descriptionIn(description: unknown): string {
  if (typeof description === 'string' && description.length <= longestDescription) return description;
  throw badRequest(`description must be a text of at most ${longestDescription} characters`);
}
