import { createHmac } from 'node:crypto';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { isIP } from 'node:net';
import type { EventRecord } from '../../state/webhook-store.js';
import { type AllowedNetworks, isReachable, reachableLookup, UnreachableAddress } from './reachable.js';

/** How long a receiver has to answer, in ms. Source: Standard Webhooks advises 15 to 30 s. */
export const answerMs = 15_000;

export interface PostTerms {
  readonly allowed: AllowedNetworks;
  readonly signal: AbortSignal;
}

/** Sends a body and resolves with the status of the answer. Redirects are not followed, and of the answer nothing more is read. @throws Error */
export function post(url: string, { headers, body }: PostMessage, { allowed, signal }: PostTerms): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // A host that is an address is not looked up.
  if (isIP(host) > 0 && !isReachable(host, allowed)) return Promise.reject(new UnreachableAddress('its address is not public'));
  const send = target.protocol === 'https:' ? https : http;
  const length = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'Vouch-Webhooks/1' };
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  return new Promise((resolve, reject) => {
    const call = send(target, {
      method: 'POST',
      headers: { ...length, ...headers },
      agent: false,
      lookup: reachableLookup(allowed),
      signal: deadline,
    });
    call.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    call.on('error', reject);
    call.end(body);
  });
}

export interface PostMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What is sent: what happened, and to what. It is thin, so that whoever reads it learns nothing of a document: the receiver asks for the rest with its
 * key. The same event has the same bytes at each attempt.
 */
export function eventBody({ type, about, createdAt }: EventRecord): string {
  const [kind, what] = type.split('.');
  const data = kind === 'webhook' ? { id: about } : { id: about, status: what };
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

export interface Signed {
  /** The id of the message, the same at each attempt. */
  readonly id: string;
  /** When it is sent: whole seconds since 1970. */
  readonly timestamp: number;
  /** JSON, byte for byte as it is sent. */
  readonly body: string;
}

/** The headers by which a receiver knows that a message is ours, signed with each secret. Source: Standard Webhooks, "Webhook headers". */
export function signatureHeaders(message: Signed, secrets: readonly string[]): Readonly<Record<string, string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(message, secret)}`).join(' '),
  };
}

function signatureOf({ id, timestamp, body }: Signed, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}
