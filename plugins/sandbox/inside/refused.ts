import type { Reason, Refusal } from '../protocol.js';

/** Thrown inside a child when a file cannot be read for a reason that the caller is told. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(reason: Reason, count?: number, options?: ErrorOptions) {
    super(reason, options);
    this.refusal = { reason, ...(count !== undefined && { count }) };
  }
}
