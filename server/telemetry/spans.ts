import {
  type Attributes,
  type Context,
  context,
  createTraceState,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type Ending, type Observation, type Observer, type Step, shownCost, type Usage } from '../../core/index.js';
import { about } from '../http/about.js';
import {
  type QueuedWork,
  type Queuing,
  type ReceivedRequest,
  type RequestListener,
  type RequestOutcome,
  stageName,
  type TraceContext,
  type WorkListener,
  type WorkOutcome,
} from './listener.js';

/**
 * OpenTelemetry spans of requests, stages, model calls and jobs, by the semantic conventions for HTTP, generative AI and messaging. The host's SDK
 * exports them; without an SDK none are made. A span holds names, counts and codes, never content.
 */
export function spans(): RequestListener & WorkListener {
  const tracer = trace.getTracer('vouch', about().version);

  const inside = (around: Context): Observer => ({
    begin(step) {
      const { name, ...options } = describe(step);
      const span = tracer.startSpan(name, options, around);
      return { ...inside(trace.setSpan(around, span)), end: (ending) => close(span, ending) } satisfies Observation;
    },
  });

  return {
    received(request) {
      const { parent, kind } = origin(request);
      const attributes = { 'http.request.method': request.method, 'http.route': request.route };
      const span = tracer.startSpan(`${request.method} ${request.route}`, { kind, attributes }, parent);
      const within = trace.setSpan(parent, span);
      return { ...inside(within), queues: (id) => queuingSpan(tracer, id, within), answered: (answer) => closeRequest(span, answer) };
    },
    startWork(work) {
      const span = workSpan(tracer, work);
      return { ...inside(span.context), ended: (outcome) => span.end(outcome) };
    },
  };
}

/** The parent is the host's own span of the request where there is one, else the span that the caller's headers name. */
function origin({ headers }: ReceivedRequest): { readonly parent: Context; readonly kind: SpanKind } {
  const parent = context.active();
  if (trace.getSpan(parent)) return { parent, kind: SpanKind.INTERNAL };
  return { parent: propagation.extract(parent, headers), kind: SpanKind.SERVER };
}

function describe(step: Step): SpanOptions & { readonly name: string } {
  if (step.kind === 'stage') return { name: stageName(step), kind: SpanKind.INTERNAL };
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': step.provider,
    'gen_ai.request.model': step.model,
  };
  return { name: `chat ${step.model}`, kind: SpanKind.CLIENT, attributes };
}

function close(span: Span, { failure, usage, cost, pages }: Ending): void {
  if (pages !== undefined) span.setAttribute('vouch.pages', pages);
  if (usage) span.setAttributes(usageAttributes(usage));
  if (cost) span.setAttribute('vouch.cost', shownCost(cost).toNumber());
  endSpan(span, failure);
}

/** The conventions count as we do: tokens that were read from or written to the cache are part of the input. */
const usageAttributes = ({ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: Usage): Attributes => ({
  'gen_ai.usage.input_tokens': inputTokens,
  'gen_ai.usage.output_tokens': outputTokens,
  ...(cachedInputTokens !== undefined && { 'gen_ai.usage.cache_read.input_tokens': cachedInputTokens }),
  ...(cacheWriteTokens !== undefined && { 'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens }),
});

function closeRequest(span: Span, { status, code }: RequestOutcome): void {
  span.setAttribute('http.response.status_code', status);
  endSpan(span, code ?? (status >= 500 ? String(status) : undefined));
}

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
export function workSpan(tracer: Tracer, work: QueuedWork): WorkSpan {
  const cause = work.trace && spanContextOf(work.trace);
  const isOfMany = work.kind === 'job' && work.batch !== undefined;
  const around = cause && !isOfMany ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
  const { name, ...options } = describeWork(work);
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
function describeWork(work: QueuedWork) {
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

/** Undefined where nobody traces. */
export function traceContextOf(span: SpanContext): TraceContext | undefined {
  if (!isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = span;
  const tracestate = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate && { tracestate }),
  };
}

/** Undefined where it names no span. */
export function spanContextOf({ traceparent, tracestate }: TraceContext): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  if (!isSpanContextValid(span)) return undefined;
  return tracestate === undefined ? span : { ...span, traceState: createTraceState(tracestate) };
}
