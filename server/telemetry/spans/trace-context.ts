import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** A span, as it is told to whoever goes on with its trace. Source: W3C Trace Context, the headers `traceparent` and `tracestate`. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
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
