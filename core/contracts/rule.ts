import type { Decimal, Unknown } from './amount.js';
import type { Concept } from './concept.js';
import type { JsonObject, Schema } from './schema.js';

/** An amount that a rule uses: from the caller's own field, from a shadow field, or printed under a label. */
export interface Operand {
  /** The name to show: the field's own (`total`, `line_items`), else the concept's. */
  readonly field: string;
  readonly value: Decimal | Unknown;
  readonly origin: 'schema' | 'shadow' | 'printed';
  /** The label it is printed under, for operands that were found on the page. */
  readonly label?: string;
}

/** The view of a result that a rule gets. */
export interface Checkable {
  readonly data: JsonObject;
  readonly schema: Schema;
  /** The smallest amount of the document's currency, in major units: 0.01 where it is unknown. */
  readonly unit: Decimal;
  /** True when the caller's schema asks for this concept. */
  asked(concept: Concept): boolean;
  /**
   * The values of a concept, in document order: several for a column of rows, one for most others, none when nobody read or asked for it.
   * A value that was read but is not proven on the page is unknown.
   */
  shadow(concept: Concept): readonly Operand[];
  /**
   * The amounts that the page prints between two amounts if they lead exactly from one to the other; undefined otherwise. Each is named for
   * the concept of its label, so that a rule can refuse what is not an adjustment; one without a label may be a row.
   */
  between(from: Decimal | Unknown, to: Decimal | Unknown): readonly Operand[] | undefined;
  /** Whether two amounts are equal within the engine's tolerance; false if one is unknown. `terms` as in a finding. */
  agree(expected: Decimal | Unknown, actual: Decimal | Unknown, terms?: number): boolean;
}

/** Two numbers that should agree. The engine judges: tolerance, status, scores and wire form are its own. */
export interface Finding {
  /** The fields involved, as they are called in the result: `total`, `line_items[0].amount`. */
  readonly fields: readonly string[];
  readonly expected: Decimal | Unknown;
  readonly actual: Decimal | Unknown;
  /** How many separately rounded amounts were summed; the tolerance grows with it. 1 when absent. */
  readonly terms?: number;
  /** A remark for a person, such as an adjustment that was needed; becomes an issue. */
  readonly note?: string;
}

/** One arithmetic truth about a document. `type` is its name on the wire: 'HORIZONTAL_SUM'. */
export interface VerifierRule {
  readonly type: string;
  /** Concepts the rule needs even where the caller's schema lacks them: they are read in the same pass and never returned. */
  readonly needs?: readonly Concept[];
  /** None = the rule does not apply to this schema. */
  check(result: Checkable): Promise<readonly Finding[]>;
}

export type CheckStatus = 'PASSED' | 'FAILED' | 'CANNOT_VERIFY';
export type VerificationStatus = CheckStatus | 'PARTIAL' | 'NO_RULES';

/** A finding after judgement. `delta` = expected - actual, rounded to the minor unit. */
export interface Check {
  readonly type: string;
  readonly status: CheckStatus;
  readonly fields: readonly string[];
  readonly delta: Decimal | Unknown;
  readonly expected: Decimal | Unknown;
  readonly actual: Decimal | Unknown;
  /** Remarks for a person; each becomes an issue. */
  readonly notes: readonly string[];
  /** Paths of the values in whose place another printed amount would make every check hold; absent where nobody looked for one. */
  readonly suspects?: readonly string[];
}
