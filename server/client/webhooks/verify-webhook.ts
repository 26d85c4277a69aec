import { UsageError, VouchError } from '../errors.js';

/** A webhook that must not be believed. Answer it with a 400. */
export class WebhookError extends VouchError {
  override readonly name: string = 'WebhookError';
}

/** It was not signed with any of the secrets, or was changed on its way. */
export class ForgedWebhookError extends WebhookError {
  override readonly name = 'ForgedWebhookError';
}

/** It was signed too long ago, or in the future: somebody may have kept it to send it again, or a clock is wrong. */
export class StaleWebhookError extends WebhookError {
  override readonly name = 'StaleWebhookError';
}

/** It lacks a header, or one cannot be read, or the body is not JSON. */
export class MalformedWebhookError extends WebhookError {
  override readonly name = 'MalformedWebhookError';
}

export interface VerifiedWebhook {
  /** The same each time that this event is sent again: keep it, to act once. */
  readonly id: string;
  readonly sentAt: Date;
  /** The body, parsed. */
  readonly payload: unknown;
}

export interface WebhookOptions {
  /** How many seconds the clocks may differ, and the way may take; 300 when absent. */
  readonly tolerance?: number;
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks what a webhook of Vouch came with, by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`. Give the body as it came, not parsed, and
 * several secrets while one is being replaced.
 * @throws ForgedWebhookError, StaleWebhookError, MalformedWebhookError; UsageError for a secret that is none
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = 300 }: WebhookOptions = {},
): Promise<VerifiedWebhook> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new UsageError('verifyWebhook needs at least one secret');
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(headers, name)) as [
    string,
    string,
    string,
  ];
  if (!/^\d{1,12}$/.test(timestamp)) throw new MalformedWebhookError('The header webhook-timestamp must be seconds since 1970');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (!(await isSigned(signedBytes(`${id}.${timestamp}.`, bytes), signaturesIn(signature), keys))) {
    throw new ForgedWebhookError(
      'The webhook was not signed with this secret, or its body was changed: give the body as it came, not parsed',
    );
  }
  const ageSeconds = Date.now() / 1_000 - Number(timestamp);
  if (Math.abs(ageSeconds) > tolerance) {
    throw new StaleWebhookError(
      `The webhook was signed ${Math.round(Math.abs(ageSeconds))} s ${ageSeconds > 0 ? 'ago' : 'from now'}; ${tolerance} s are allowed (tolerance)`,
    );
  }
  return { id, sentAt: new Date(Number(timestamp) * 1_000), payload: parsed(bytes) };
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new MalformedWebhookError(`The header ${name} is missing, or is there more than once`);
}

/** `whsec_` and base64. */
async function keyOf(secret: string): Promise<HmacKey> {
  const bytes = secret.startsWith('whsec_') ? decoded(secret.slice('whsec_'.length)) : undefined;
  if (!bytes || bytes.length === 0) throw new UsageError('A secret of webhooks is "whsec_" and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Of several versions, separated by spaces, those that are known: `v1,base64`. */
function signaturesIn(header: string): readonly Uint8Array<ArrayBuffer>[] {
  const found = header.split(' ').flatMap((one) => (one.startsWith('v1,') ? [decoded(one.slice('v1,'.length))] : []));
  const known = found.filter((signature) => signature !== undefined);
  if (known.length === 0) throw new MalformedWebhookError('The header webhook-signature has no signature of version 1: v1,base64');
  return known;
}

/** WebCrypto compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly HmacKey[],
): Promise<boolean> {
  const pairs = keys.flatMap((key) => signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, content)));
  return (await Promise.all(pairs)).includes(true);
}

function signedBytes(before: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(before);
  const all = new Uint8Array(prefix.length + body.length);
  all.set(prefix);
  all.set(body, prefix.length);
  return all;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new MalformedWebhookError('The body of the webhook is not JSON', { cause });
  }
}
