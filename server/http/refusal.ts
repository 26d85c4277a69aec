/** Why a valid request was refused. */
export type ShedReason = 'busy' | 'closing' | 'rate' | 'together' | 'credits' | 'state';

/** An error answer: a status, one sentence for the caller that never echoes the request, and headers for a program. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Set where the request itself is valid but came at the wrong time or too often. */
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

/** The service cannot answer now but may be able to in a moment. */
export const unavailable = (detail: string, options?: ErrorOptions): Refusal =>
  new Refusal(503, detail, { 'Retry-After': '1' }, { ...options, shed: 'state' });

/** Awaits an answer of the store. A failure becomes a 503, so that an outage never looks like a wrong key or an exhausted limit. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable('The service cannot reach its state at the moment. Retry shortly.', { cause });
  }
}
