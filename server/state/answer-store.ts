/** One attempt's claim to do the work of a request that must be done only once. */
export interface AnswerClaim {
  /** Identifies the request. */
  readonly name: string;
  /** Identifies this attempt. */
  readonly owner: string;
  /** A fingerprint of the content, to detect a different request under the same name. */
  readonly request: string;
}

/** The answer to what was claimed, as it is kept. */
export interface MadeAnswer {
  readonly claim: AnswerClaim;
  /** Sealed for the caller. */
  readonly answer: Uint8Array;
  readonly keepMs: number;
}

/** The outcome of a claim: granted, held by another attempt, held by another request, or already answered. */
export type ClaimFound = { readonly kind: 'yours' | 'running' | 'other' } | { readonly kind: 'kept'; readonly answer: Uint8Array };

/** Answers encrypted with the caller's key, so that the store cannot read them. */
export interface AnswerStore {
  /** Claims a name for a limited time; only one of many concurrent claims succeeds. */
  claim(claim: AnswerClaim, leaseMs: number): Promise<ClaimFound>;
  /** Stores the answer if the claim still belongs to its owner; else does nothing. */
  keep(made: MadeAnswer): Promise<void>;
  /** Releases a name whose work produced no answer. */
  release(claim: AnswerClaim): Promise<void>;
}
