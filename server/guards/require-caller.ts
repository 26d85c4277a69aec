import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Refusal, unavailable } from '../http/refusal.js';
import { defaultScopes, faultOfGrant, type RateStore, type Scope } from '../state/store.js';
import { within } from '../state/within.js';
import { admit, type Caller } from './caller.js';
import { looksLikeKey } from './key-secret.js';
import { limitCallerRate, limitRate } from './limit-rate.js';

/** How callers are known, and what one is told who is not. */
export interface Authentication {
  readonly authenticate: Authenticate;
  readonly unknown: string;
}

export const keyAuthentication = (authenticate: Authenticate): Authentication => ({
  authenticate,
  unknown: 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".',
});

export const hostAuthentication = (authenticate: Authenticate): Authentication => ({
  authenticate,
  unknown: 'Not authorized: the request does not say who sends it in a way that this service accepts.',
});

/** Admits callers who have the scope, and adds their id to their log lines. */
export function requireCaller(authentication: Authentication, scope: Scope): onRequestAsyncHookHandler {
  return async (request) => {
    const found = await known(request, authentication);
    const caller = completeCaller(found);
    request.log = request.log.child({ caller: caller.id });
    if (!caller.scopes.includes(scope)) throw new Refusal('SCOPE_MISSING', lacking(caller.kind, scope));
    admit(request, caller, found.secret);
  };
}

/** Who sends the request, as its authentication says. What a host throws as a 401 or a 403 is answered so, without its message. */
async function known(request: FastifyRequest, { authenticate, unknown }: Authentication): Promise<AuthenticatedCaller> {
  const nobody = (options?: ErrorOptions): Refusal => new Refusal('KEY_REFUSED', unknown, { 'WWW-Authenticate': 'Bearer' }, options);
  try {
    const found = await within(longestMs, Promise.resolve(authenticate(request)), late);
    if (found) return found;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined;
    if (status === 401) throw nobody({ cause });
    throw status === 403 ? new Refusal('NOT_ALLOWED', 'This caller may not use the service.', {}, { cause }) : cause;
  }
  throw nobody();
}

/** A connection that waits for a host's answer is one of those that others need. */
const longestMs = 10_000;
const late = (): Refusal => unavailable('It could not be found out in time who sends the request. Retry shortly.');

const lacking = (kind: 'key' | 'host', scope: Scope): string =>
  kind === 'key'
    ? `This API key lacks the scope "${scope}". Who made the key can add it with "vouch key set".`
    : `This caller lacks the scope "${scope}".`;

/** What an endpoint for known callers works with. */
export interface CallerServices {
  readonly telemetry: { readonly guard: onRequestAsyncHookHandler };
  readonly authentication: Authentication;
  readonly rates: RateStore;
  readonly rateLimit: number;
  readonly rateLimitPerKey: number;
}

/** Admits callers who have the scope, as often as their address and they themselves may call. */
export const ratedCallers = (services: CallerServices, scope: Scope): onRequestAsyncHookHandler[] => [
  services.telemetry.guard,
  limitRate(services.rates, services.rateLimit),
  requireCaller(services.authentication, scope),
  limitCallerRate(services.rates, services.rateLimitPerKey),
];

/** A caller as an authentication knows it. */
export interface AuthenticatedCaller extends Partial<Caller> {
  /** Unique and lasting: 1 to 128 visible ASCII characters, such as the id of a user or a tenant, and never a secret. */
  readonly id: string;
  /**
   * A lasting secret of this caller that is not empty, from which and its id the keys of its kept answers are derived. Without one they are
   * derived from the store's own secret, so that whoever has the whole store can read them.
   */
  readonly secret?: string;
}

/**
 * Says who sends a request, before its body is read; undefined or null for nobody, which is answered with a 401. An error with the
 * `statusCode` is answered with it, in words of Vouch; any other is logged and answered with a 500, and no answer within 10 s with a 503.
 */
export type Authenticate = (
  request: FastifyRequest,
) => AuthenticatedCaller | null | undefined | Promise<AuthenticatedCaller | null | undefined>;

/** The caller with everything that its authentication left out. @throws Error when it is none, in words that do not repeat it */
export function completeCaller({ id, kind = 'host', scopes = defaultScopes, limits = {}, secret }: AuthenticatedCaller): Caller {
  const fault = faultOfId(id) ?? faultOfSecret(secret) ?? faultOfGrant({ scopes, limits });
  if (fault !== undefined) throw new Error(`authenticate returned a caller that cannot be used: ${fault}`);
  return { kind, id, scopes, limits };
}

/** The id is logged, so it must not be a key that was passed on by mistake. */
function faultOfId(id: unknown): string | undefined {
  if (typeof id !== 'string' || !/^[!-~]{1,128}$/.test(id)) return 'its id must be 1 to 128 visible ASCII characters';
  return looksLikeKey(id) ? 'its id must not be a key, because ids are logged' : undefined;
}

/** An empty one is what is left of a secret that the host has not found. */
const faultOfSecret = (secret: unknown): string | undefined =>
  secret === undefined || (typeof secret === 'string' && secret !== '') ? undefined : 'its secret must be a text that is not empty';
