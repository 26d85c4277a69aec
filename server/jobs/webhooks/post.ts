import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { isIP } from 'node:net';
import { type AllowedNetworks, isReachable, reachableLookup, UnreachableAddress } from './reachable.js';

/** How long a receiver has to answer, in ms. Source: Standard Webhooks advises 15 to 30 s. */
const answerMs = 15_000;

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
