import type { FastifyRequest } from 'fastify';
import type { Grant } from '../state/store.js';

/** Who sends a request. Everything that is counted for a caller is counted under `accountOf`, never under its secret or its address. */
export interface Caller extends Grant {
  /** Whether it has an API key of ours, or the app that hosts the endpoints knows it. */
  readonly kind: 'key' | 'host';
  /** The id of its key, or the host's own id: 1 to 128 visible ASCII characters. It appears in logs. */
  readonly id: string;
}

/** The name under which the store counts something of a caller: 'key:4f0c…:tokens'. */
export const accountOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>, what: 'rate' | 'credits' | 'tokens' | 'cost'): string =>
  `${kind}:${id}:${what}`;

/** Who owns jobs, files and webhooks: 'key:4f0c…'. */
export const ownerOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The id of the key that owns something; undefined where a caller of a host does. */
export const keyOwning = (owner: string): string | undefined => (owner.startsWith('key:') ? owner.slice('key:'.length) : undefined);

/** The name under which the engine keeps callers apart. */
export const nameOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind} ${id}`;

const admitted = new WeakMap<FastifyRequest, { readonly caller: Caller; readonly secret: string | undefined }>();

/** Remembers who sends a request, and a secret that only this caller has. */
export const admit = (request: FastifyRequest, caller: Caller, secret?: string): void => void admitted.set(request, { caller, secret });

/** Who sends a request; undefined where nobody had to say, as in the playground. */
export const callerOf = (request: FastifyRequest): Caller | undefined => admitted.get(request)?.caller;

/** Who sends a request to an endpoint that requires a caller. @throws Error at any other endpoint */
export function requiredCallerOf(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  if (!caller) throw new Error('This endpoint does not require a caller');
  return caller;
}

/** A secret that only the caller of this request has; undefined where the host has named none. It is kept apart, so that no caller is logged with it. */
export const secretOf = (request: FastifyRequest): string | undefined => admitted.get(request)?.secret;

/** What a request with an `:id` in its path asks for, and whose it must be. */
export function askedResource(request: FastifyRequest): { readonly id: string; readonly owner: string } {
  const { id = '' } = request.params as Readonly<Record<string, string | undefined>>;
  return { id, owner: ownerOf(requiredCallerOf(request)) };
}
