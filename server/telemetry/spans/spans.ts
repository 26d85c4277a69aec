import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type Ending, type Observation, type Observer, type Step, shownCost, type Usage } from '../../../core/index.js';
import { about } from '../../app/about.js';
import { type ReceivedRequest, type RequestListener, type RequestOutcome, stageName, type WorkListener } from '../listener.js';
import { queuingSpan, workSpan } from './queue-spans.js';

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
    took(work) {
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
  if (failure !== undefined) fail(span, failure);
  span.end();
}

/** The conventions count as we do: what the cache took part in is part of the input. */
const usageAttributes = ({ inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens }: Usage): Attributes => ({
  'gen_ai.usage.input_tokens': inputTokens,
  'gen_ai.usage.output_tokens': outputTokens,
  ...(cachedInputTokens !== undefined && { 'gen_ai.usage.cache_read.input_tokens': cachedInputTokens }),
  ...(cacheWriteTokens !== undefined && { 'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens }),
});

function closeRequest(span: Span, { status, code }: RequestOutcome): void {
  span.setAttribute('http.response.status_code', status);
  if (code !== undefined || status >= 500) fail(span, code ?? String(status));
  span.end();
}

/** Records no message, because it could quote the document. */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}
