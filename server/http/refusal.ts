import type { ShedReason } from '../telemetry/door-event.js';

/** An answer that is not a result: a status, one sentence for the caller, and headers that help a program. The sentence never echoes the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Set where nothing is wrong with the request: it came at the wrong time, or too often. */
  readonly shed: ShedReason | undefined;

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
    { shed, ...options }: ErrorOptions & { readonly shed?: ShedReason } = {},
  ) {
    super(detail, options);
    this.shed = shed;
  }
}

export const badRequest = (detail: string, options?: ErrorOptions): Refusal => new Refusal(400, detail, {}, options);

/** The service cannot answer now but may in a moment. */
export const unavailable = (detail: string, options?: ErrorOptions): Refusal =>
  new Refusal(503, detail, { 'Retry-After': '1' }, { ...options, shed: 'state' });
