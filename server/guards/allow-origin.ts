import { isIP } from 'node:net';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ConfigError } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';

/**
 * Lets a browser's page pass that was served from this address, or whose origin is on the list, character for character, and tells the
 * browser so. An origin is no authentication: anything but a browser can claim one. A page reached by a name has to be on the list: whoever
 * owns a name can have it lead to this address (DNS rebinding), and page and request then agree.
 * @throws ConfigError when a listed origin is not one.
 */
export function allowOrigin(origins: readonly string[]): onRequestAsyncHookHandler {
  for (const [index, origin] of origins.entries()) checkOrigin(origin, index);
  const allowed = new Set(origins);
  return async (request, reply) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(allowed.has(origin) || isOwn(origin, request)))
      throw new Refusal(403, 'Origin not allowed: the playground can only be called from its own pages.');
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id, X-Error-Code, Server-Timing, Fallback-Fields');
  };
}

/**
 * Whether a page has this origin that came from where the request goes to, by an address or a name that nobody can lead elsewhere. The scheme
 * is the page's: behind a proxy that ends TLS the server knows no other than http.
 */
function isOwn(origin: string, { host }: FastifyRequest): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const own = `${protocol}//${host}`;
  return isFixed(hostname) && URL.canParse(own) && new URL(own).origin === origin;
}

/** An IP address is looked up nowhere, and browsers lead `localhost` and the names below it to their own machine (RFC 6761). */
const isFixed = (hostname: string): boolean => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0 || /^(.+\.)?localhost$/.test(hostname);

function checkOrigin(origin: string, index: number): void {
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return;
  throw new ConfigError(`"${origin}" is not an origin; write it as browsers send it, such as "https://app.example.com"`, [
    'server',
    'playground_origins',
    index,
  ]);
}
