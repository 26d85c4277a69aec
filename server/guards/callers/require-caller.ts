import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../../http/refusal.js';
import type { Scope } from '../../state/grant.js';
import { type Authenticate, type AuthenticatedCaller, completeCaller } from './authenticate.js';
import { admit } from './caller.js';

/** How callers are known, and what one is told who is not. */
export interface Entrance {
  readonly authenticate: Authenticate;
  readonly unknown: string;
}

export const keysEntrance = (authenticate: Authenticate): Entrance => ({
  authenticate,
  unknown: 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".',
});

export const hostEntrance = (authenticate: Authenticate): Entrance => ({
  authenticate,
  unknown: 'Not authorized: the request does not say who sends it in a way that this service accepts.',
});

/** Admits callers who have the scope, and adds their id to their log lines. */
export function requireCaller(entrance: Entrance, scope: Scope): onRequestAsyncHookHandler {
  return async (request) => {
    const found = await known(request, entrance);
    const caller = completeCaller(found);
    request.log = request.log.child({ caller: caller.id });
    if (!caller.scopes.includes(scope)) throw new Refusal(403, lacking(caller.kind, scope));
    admit(request, caller, found.secret);
  };
}

/** Who sends the request, as its authentication says. What a host throws as a 401 or a 403 is answered so, without its message. */
async function known(request: FastifyRequest, { authenticate, unknown }: Entrance): Promise<AuthenticatedCaller> {
  const nobody = (options?: ErrorOptions): Refusal => new Refusal(401, unknown, { 'WWW-Authenticate': 'Bearer' }, options);
  try {
    const found = await authenticate(request);
    if (found) return found;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined;
    if (status === 401) throw nobody({ cause });
    throw status === 403 ? new Refusal(403, 'This caller may not use the service.', {}, { cause }) : cause;
  }
  throw nobody();
}

const lacking = (kind: 'key' | 'host', scope: Scope): string =>
  kind === 'key'
    ? `This API key lacks the scope "${scope}". Who made the key can add it with "vouch key set".`
    : `This caller lacks the scope "${scope}".`;
