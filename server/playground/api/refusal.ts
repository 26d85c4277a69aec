import type { ResponseHeaders } from './result.js';

/** Every way in which there is no answer, each with a view of its own. */
export type RefusalKind = 'input' | 'too-large' | 'origin' | 'too-fast' | 'quota' | 'busy' | 'offline' | 'fault';
export type FormField = 'file' | 'schema' | 'threshold';

export interface PlaygroundRefusal {
  readonly kind: RefusalKind;
  readonly status?: number;
  /** The sentence of the service, if it had one. */
  readonly detail: string;
  /** The part of the form that it is about. */
  readonly field?: FormField;
  /** When to come back, if the service said so. */
  readonly retryAt?: Date;
  readonly fileName: string;
}

/** A wait of more than this is not for a moment but for another day. */
const momentSeconds = 120;

export function refusalOf(status: number, text: string, headers: ResponseHeaders, fileName: string): PlaygroundRefusal {
  const detail = detailIn(text) ?? `The service answered ${status}.`;
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? { retryAt: new Date(Date.now() + seconds * 1_000) } : {};
  const kind = kindOf(status, seconds);
  const field = kind === 'input' ? fieldOf(detail) : undefined;
  return { kind, status, detail, fileName, ...retryAt, ...(field && { field }) };
}

function kindOf(status: number, seconds: number): RefusalKind {
  if (status === 429) return seconds > momentSeconds ? 'quota' : 'too-fast';
  return ({ 400: 'input', 403: 'origin', 413: 'too-large', 415: 'input', 503: 'busy' } as const)[status] ?? 'fault';
}

/** Messages of the service begin with the field they are about. */
function fieldOf(detail: string): FormField {
  if (/^confidence_threshold|^enable_verification/.test(detail)) return 'threshold';
  return /schema/i.test(detail) ? 'schema' : 'file';
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}
