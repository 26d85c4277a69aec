import type { FastifyReply, FastifyRequest, onErrorHookHandler, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { Observer } from '../../core/index.js';
import { errorCodeHeader } from '../http/headers.js';
import { onceClosed, statusOf } from '../http/once-closed.js';
import { Refusal } from '../http/refusal.js';
import type { Tell } from './door-event.js';
import { type Answered, type Listener, together } from './listener.js';
import { Times } from './times.js';

/** The seam between the doors and all who measure them. */
export interface Telemetry {
  readonly tell: Tell;
  /** What a route needs whose requests are followed; the first goes before its own guards. */
  readonly guard: onRequestAsyncHookHandler;
  readonly hooks: { readonly onSend: onSendAsyncHookHandler; readonly onError: onErrorHookHandler };
  of(call: Call): Followed;
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Followed {
  readonly times: Times;
  /** Who is told of the steps of the request. */
  readonly observer: Observer;
}

/** Follows requests from their coming to their answer, refused ones too, and has every listener hear the same. */
export function follow(listeners: readonly Listener[], tell: Tell): Telemetry {
  const all = new WeakMap<FastifyRequest, Followed>();
  const of = (call: Call): Followed => {
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

function followOne({ request, reply }: Call, listeners: readonly Listener[]): Followed {
  const { method, headers, routeOptions } = request;
  const times = new Times();
  const listening = listeners.map((listener) => listener.come({ method, route: routeOptions.url ?? '', headers }));
  onceClosed(reply, () => {
    for (const listener of listening) listener.answered(answerOf(reply));
  });
  return { times, observer: together([times, ...listening]) };
}

function answerOf(reply: FastifyReply): Answered {
  const code = reply.getHeader(errorCodeHeader);
  return { status: statusOf(reply), ...(typeof code === 'string' && { code }) };
}
