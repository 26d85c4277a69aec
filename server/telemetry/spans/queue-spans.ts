import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Queuing, TakenWork, WorkOutcome } from '../listener.js';
import { spanContextOf, traceContextOf } from './trace-context.js';

/** By the semantic conventions for messaging. */
const messaging = (operation: 'send' | 'process'): Attributes => ({
  'messaging.system': 'vouch',
  'messaging.destination.name': 'jobs',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

/** The span in which a job or a batch is taken in. What is queued carries it, so that whoever works on it goes on with its trace. */
export function queuingSpan(tracer: Tracer, id: string, around: Context): Queuing {
  const span = tracer.startSpan('send jobs', { kind: SpanKind.PRODUCER, attributes: { ...messaging('send'), ...nameOf(id) } }, around);
  const context = traceContextOf(span.spanContext());
  return {
    ...(context && { trace: context }),
    end({ jobs, failure }) {
      if (jobs !== undefined) span.setAttribute('messaging.batch.message_count', jobs);
      endSpan(span, failure);
    },
  };
}

const nameOf = (id: string): Attributes => (id.startsWith('batch_') ? { 'vouch.batch': id } : { 'messaging.message.id': id });

/** The span of one run of a job, or of one attempt to deliver a message of a webhook. */
export interface WorkSpan {
  /** What is begun within it. */
  readonly context: Context;
  end(outcome: WorkOutcome): void;
}

/**
 * Linked to the span that has queued it, and below it. Runs of a batch are traces of their own that are only linked: a hundred thousand of them in one
 * trace are more than whoever shows traces can show.
 */
export function workSpan(tracer: Tracer, work: TakenWork): WorkSpan {
  const cause = work.trace && spanContextOf(work.trace);
  const isOfMany = work.kind === 'job' && work.batch !== undefined;
  const around = cause && !isOfMany ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
  const { name, ...options } = describe(work);
  const span = tracer.startSpan(name, { ...options, links: cause ? [{ context: cause }] : [] }, around);
  return {
    context: trace.setSpan(around, span),
    end({ result, failure, status }) {
      span.setAttribute('vouch.result', result);
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      endSpan(span, failure);
    },
  };
}

/** The address of a webhook is left out, because it may contain a secret. */
function describe(work: TakenWork) {
  if (work.kind === 'job') {
    const { id, batch, attemptsLeft } = work;
    const attributes = { ...messaging('process'), ...nameOf(id), ...(batch && nameOf(batch)), 'vouch.attempts_left': attemptsLeft };
    return { name: 'process jobs', kind: SpanKind.CONSUMER, attributes };
  }
  const { message, webhook, event, attempts } = work;
  const attributes = {
    'http.request.method': 'POST',
    ...(attempts > 0 && { 'http.request.resend_count': attempts }),
    'messaging.message.id': message,
    'vouch.webhook': webhook,
    'vouch.event': event,
  };
  return { name: 'POST webhook', kind: SpanKind.CLIENT, attributes };
}

/** Records no message, because it could quote the document. */
function endSpan(span: Span, failure: string | undefined): void {
  if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
