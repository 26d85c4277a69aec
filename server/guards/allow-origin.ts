import { isIP } from 'node:net';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ConfigError } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';

/**
 * Admits browser pages whose origin is on the list or is this address itself, and sets the CORS headers. A page under a host name must be
 * listed, since its owner could point the name here (DNS rebinding). This is no authentication: other clients can send any origin.
 * @throws ConfigError when a listed origin is not one.
 */
export function allowOrigin(origins: readonly string[]): onRequestAsyncHookHandler {
  for (const [index, origin] of origins.entries()) checkOrigin(origin, index);
  const allowed = new Set(origins);
  return async (request, reply) => {
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(allowed.has(origin) || isOwn(origin, request)))
      throw new Refusal('ORIGIN_NOT_ALLOWED', 'Origin not allowed: the playground can only be called from its own pages.');
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id, X-Error-Code, Server-Timing, Fallback-Fields, Ignored-Fields');
  };
}

/**
 * Whether the page came from the address that the request goes to, and that address cannot be redirected by DNS. The scheme is taken from the
 * page, because behind a proxy that terminates TLS the server sees only http.
 */
function isOwn(origin: string, { host }: FastifyRequest): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const own = `${protocol}//${host}`;
  return isFixed(hostname) && URL.canParse(own) && new URL(own).origin === origin;
}

/** IP addresses need no DNS, and browsers resolve `localhost` and its subdomains to their own machine (RFC 6761). */
const isFixed = (hostname: string): boolean => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0 || /^(.+\.)?localhost$/.test(hostname);

function checkOrigin(origin: string, index: number): void {
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return;
  throw new ConfigError(`"${origin}" is not an origin; write it as browsers send it, such as "https://app.example.com"`, [
    'server',
    'playground_origins',
    index,
  ]);
}
