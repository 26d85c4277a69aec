import type { ResponseHeaders } from './result.js';

/** The kinds of missing answers. Each has its own title and advice. */
export type RefusalKind = 'input' | 'too-large' | 'origin' | 'too-fast' | 'quota' | 'busy' | 'offline' | 'fault';
export type FormField = 'file' | 'schema' | 'threshold';

export interface PlaygroundRefusal {
  readonly kind: RefusalKind;
  readonly status?: number;
  /** The message of the service, or else one of the page. */
  readonly detail: string;
  /** The part of the form that the message is about. */
  readonly field?: FormField;
  /** When a retry makes sense, if the service said so. */
  readonly retryAt?: Date;
  readonly fileName: string;
}

/** A longer `Retry-After` comes from the daily quota, a shorter one from the rate limit. */
const maxRateLimitSeconds = 120;

export function refusalOf(status: number, text: string, headers: ResponseHeaders, fileName: string): PlaygroundRefusal {
  const detail = detailIn(text) ?? `The service answered ${status}.`;
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? { retryAt: new Date(Date.now() + seconds * 1_000) } : {};
  const kind = kindOf(status, seconds);
  const field = kind === 'input' ? fieldOf(detail) : undefined;
  return { kind, status, detail, fileName, ...retryAt, ...(field && { field }) };
}

function kindOf(status: number, seconds: number): RefusalKind {
  if (status === 429) return seconds > maxRateLimitSeconds ? 'quota' : 'too-fast';
  return ({ 400: 'input', 403: 'origin', 413: 'too-large', 415: 'input', 503: 'busy' } as const)[status] ?? 'fault';
}

/** The messages of the service begin with the field that they are about. */
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
