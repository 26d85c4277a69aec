import type { FastifyReply, FastifyRequest, onErrorHookHandler, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { Observer } from '../../core/index.js';
import { onceClosed, statusOf } from '../http/connection.js';
import { errorCodeHeader } from '../http/headers.js';
import { Refusal } from '../http/refusal.js';
import type { Tell } from './door-event.js';
import { type RequestListener, type RequestOutcome, together } from './listener.js';
import { Times } from './times.js';

/** The interface between the routes and everything that observes requests. */
export interface Telemetry {
  readonly tell: Tell;
  /** The first hook of an observed route; it must run before the route's own guards. */
  readonly guard: onRequestAsyncHookHandler;
  readonly hooks: { readonly onSend: onSendAsyncHookHandler; readonly onError: onErrorHookHandler };
  of(call: RequestReply): FollowedRequest;
}

interface RequestReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface FollowedRequest {
  readonly times: Times;
  /** Receives the steps of the request. */
  readonly observer: Observer;
}

/** Observes each request, refused ones included, from its arrival to its answer, and notifies every listener. */
export function follow(listeners: readonly RequestListener[], tell: Tell): Telemetry {
  const all = new WeakMap<FastifyRequest, FollowedRequest>();
  const of = (call: RequestReply): FollowedRequest => {
    const known = all.get(call.request) ?? followOne(call, listeners);
    all.set(call.request, known);
    return known;
  };
  return {
    tell,
    of,
    guard: async (request, reply) => void of({ request, reply }),
    hooks: {
      onSend: async (request, reply) => void reply.header('Server-Timing', of({ request, reply }).times.header),
      onError(_request, _reply, error, done) {
        if (error instanceof Refusal && error.shed) tell({ kind: 'shed', reason: error.shed });
        done();
      },
    },
  };
}

function followOne({ request, reply }: RequestReply, listeners: readonly RequestListener[]): FollowedRequest {
  const { method, headers, routeOptions } = request;
  const times = new Times();
  const listening = listeners.map((listener) => listener.received({ method, route: routeOptions.url ?? '', headers }));
  onceClosed(reply, () => {
    for (const listener of listening) listener.answered(answerOf(reply));
  });
  return { times, observer: together([times, ...listening]) };
}

function answerOf(reply: FastifyReply): RequestOutcome {
  const code = reply.getHeader(errorCodeHeader);
  return { status: statusOf(reply), ...(typeof code === 'string' && { code }) };
}
