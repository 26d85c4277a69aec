import type { FastifyRequest } from 'fastify';
import { defaultScopes, faultOfGrant } from '../../state/grant.js';
import { looksLikeKey } from '../keys/format.js';
import type { Caller } from './caller.js';

/** A caller as an authentication knows it. */
export interface AuthenticatedCaller extends Partial<Caller> {
  /** Unique and lasting: 1 to 128 visible ASCII characters, such as the id of a user or a tenant, and never a secret. */
  readonly id: string;
  /**
   * A lasting secret of this caller, from which the keys of its kept answers are derived. Without one they are derived from the store's own
   * secret, so that whoever has the whole store can read them.
   */
  readonly secret?: string;
}

/**
 * Says who sends a request, before its body is read; undefined or null for nobody, which is answered with a 401. An error with the
 * `statusCode` 401 or 403 is answered as such; any other is logged and answered with a 500.
 */
export type Authenticate = (
  request: FastifyRequest,
) => AuthenticatedCaller | null | undefined | Promise<AuthenticatedCaller | null | undefined>;

/** The caller with everything that its authentication left out. @throws Error when it is none, in words that do not repeat it */
export function completeCaller({ id, kind = 'host', scopes = defaultScopes, limits = {} }: AuthenticatedCaller): Caller {
  const fault = faultOfId(id) ?? faultOfGrant({ scopes, limits });
  if (fault !== undefined) throw new Error(`authenticate returned a caller that cannot be used: ${fault}`);
  return { kind, id, scopes, limits };
}

/** The id is logged, so it must not be a key that was passed on by mistake. */
function faultOfId(id: unknown): string | undefined {
  if (typeof id !== 'string' || !/^[!-~]{1,128}$/.test(id)) return 'its id must be 1 to 128 visible ASCII characters';
  return looksLikeKey(id) ? 'its id must not be a key, because ids are logged' : undefined;
}
