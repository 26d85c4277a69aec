import type { Decimal, Unknown } from './amount.js';
import type { Caveat } from './caveat.js';
import type { Concept } from './concept.js';
import type { Attachment, FileTrace } from './document.js';
import type { JsonObject, LeafType, Schema } from './schema.js';

/** A value that a rule uses: an amount, a text, a date as `YYYY-MM-DD` where its field asks for a date, or a yes or no. */
export type RuleValue = Decimal | string | boolean;

/** A value with its name: from the caller's own field, from a shadow field, or printed under a label. */
export interface NamedValue {
  /** The name to show: the field's own (`total`, `line_items[0].quantity`), else the concept's. */
  readonly field: string;
  /** Unknown where it was not read, or is not proven on the page. */
  readonly value: RuleValue | Unknown;
  readonly origin: 'schema' | 'shadow' | 'printed';
  /** The label it is printed under, where one was found on the page. */
  readonly label?: string;
}

/** An amount that a rule uses. A column of rows goes by the name of its array: `line_items`. */
export interface Operand extends NamedValue {
  readonly value: Decimal | Unknown;
}

/** The view of a result that a rule gets. */
export interface Checkable {
  readonly data: JsonObject;
  readonly schema: Schema;
  /** The SHA-256 of the file in hexadecimal digits: two documents are the same where it is the same. */
  readonly fingerprint: string;
  /** The files inside the document, untrusted; an invoice in XML is one itself. */
  readonly attachments: readonly Attachment[];
  /** The smallest amount of the document's currency, in major units: 0.01 where it is unknown. */
  readonly unit: Decimal;
  /** What speaks against taking the document as it stands; each is an issue, too. */
  readonly caveats: readonly Caveat[];
  /** What parsers have seen in the file besides its words, each with its page, counted from 1. */
  readonly traces: readonly (FileTrace & { readonly page: number })[];
  /** True when the caller's schema asks for this concept. */
  asked(concept: Concept): boolean;
  /**
   * The values of a concept, in document order: several for a column of rows, one for most others, none when nobody read or asked for it.
   * A value that was read but is not proven on the page is unknown.
   */
  shadow(concept: Concept): readonly Operand[];
  /**
   * The values of a field by its name in checks (`seller.name`, `line_items[].quantity`), by its path (`$.seller.name`), or, where no field
   * is called so, by its concept (`seller_name`). In document order; none where nobody asked for it.
   */
  values(name: string): readonly NamedValue[];
  /** The page, counted from 1, that the first of these values is proven on; undefined where it is on none. */
  page(name: string): number | undefined;
  /**
   * Whether any page prints a value: an amount with either sign, a day (`2026-01-31`) or a text, in any form that means it. Undefined where no page has words
   * that can be read.
   */
  prints(value: Decimal | string): boolean | undefined;
  /** The first of these values as text; unknown where there is none. */
  text(name: string): string | Unknown;
  /** The first of these values as a day, `YYYY-MM-DD`, also where the field asks for a text; unknown where it can mean two days or none. */
  date(name: string): string | Unknown;
  /** The first of these values as an exact number. */
  number(name: string): Decimal | Unknown;
  /**
   * The amounts that the page prints between two amounts if they lead exactly from one to the other; undefined otherwise. Each is named for
   * the concept of its label, so that a rule can refuse what is not an adjustment; one without a label may be a row.
   */
  between(from: Decimal | Unknown, to: Decimal | Unknown): readonly Operand[] | undefined;
  /** Whether two amounts are equal within the engine's tolerance; false if one is unknown. `terms` as in a finding. */
  agree(expected: Decimal | Unknown, actual: Decimal | Unknown, terms?: number): boolean;
}

/** What every finding says. The engine judges: tolerance, status, scores and wire form are its own. */
interface FindingTerms {
  /** The fields involved, as they are called in the result: `total`, `line_items[0].amount`. */
  readonly fields: readonly string[];
  /** A remark for a person, such as an adjustment that was needed; becomes an issue. */
  readonly note?: string;
  /**
   * Set where the finding is about what the host accepts and not about the reading. If such a finding fails, the document is held, and no
   * score falls. With 'reread' Tier 2 reads the document, too, because a misreading may be the cause.
   */
  readonly policy?: Policy;
  /** The value with which the finding would hold. Where the page prints it, an issue names it; it never replaces what was read. */
  readonly candidate?: CandidateValue;
}

export type Policy = 'hold' | 'reread';

export interface CandidateValue {
  /** One of the finding's fields. */
  readonly field: string;
  readonly value: Decimal | string;
}

/** Two numbers that should agree. */
export interface AmountFinding extends FindingTerms {
  readonly kind?: 'amounts';
  readonly expected: Decimal | Unknown;
  readonly actual: Decimal | Unknown;
  /** How many separately rounded amounts were summed; the tolerance grows with it. 1 when absent. */
  readonly terms?: number;
}

/**
 * A statement about fields that holds or does not. `predicate`: nothing follows for the values if it holds, as for dates in their order.
 * `known`: the host knows the value, and `together`: the values belong to each other, as in a list of vendors; both speak for the values.
 */
export interface StatedFinding extends FindingTerms {
  readonly kind: 'predicate' | 'known' | 'together';
  /** Null where a value is missing or nobody could be asked: it cannot be verified. */
  readonly holds: boolean | null;
  /** In words that follow "should be": 'on or after 2026-03-02', 'in the list of vendors'; or a value. Null where nobody knows. */
  readonly expected: RuleValue | null;
  /** What the document says; null where it does not. */
  readonly actual: RuleValue | null;
  /** How much a finding about the reading weighs in the scores of its fields: a 'veto' outweighs all else. 'strong' when absent. */
  readonly strength?: Strength;
}

export type Strength = 'veto' | 'strong' | 'weak';

/** What a rule has found. */
export type Finding = AmountFinding | StatedFinding;

/** A field that a rule needs: read where the caller's schema lacks it, by every reader, and never returned. */
export interface NeededField {
  /** A concept (`seller_name`, `line_quantity`), or a name such as its label: `cost_center`. */
  readonly name: string;
  /** That of the concept when absent, else 'string'. */
  readonly type?: LeafType;
  readonly format?: 'date';
  /** For readers that understand words. */
  readonly description?: string;
}

/** What a rule gets besides the result. */
export interface RuleContext {
  /** Fires when the rule's share of the time is over or the caller is gone. Pass it on to whatever you wait for. */
  readonly signal: AbortSignal;
  /** Who asked for the extraction, as the host calls them: 'key accounting'; absent where it does not say. */
  readonly caller?: string;
}

/** One truth about a document. `type` is its name on the wire: 'HORIZONTAL_SUM'. */
export interface VerifierRule {
  readonly type: string;
  /**
   * Fields the rule needs even where the caller's schema lacks them. Concepts are read in the same pass if the schema has one of them; a
   * field that is described is always read. Neither is returned.
   */
  readonly needs?: readonly (Concept | NeededField)[];
  /** Runs once for each reading. None = the rule does not apply to this schema. */
  check(result: Checkable, context: RuleContext): Promise<readonly Finding[]>;
  /**
   * The same findings for other values, for rules that only calculate: a sum that fails is calculated again with other printed amounts, to
   * find the one that was misread. Must be pure.
   */
  calculate?(result: Checkable): readonly Finding[];
}

export type CheckStatus = 'PASSED' | 'FAILED' | 'CANNOT_VERIFY';
export type VerificationStatus = CheckStatus | 'PARTIAL' | 'NO_RULES';

/** What every check says. */
interface CheckTerms {
  readonly type: string;
  readonly status: CheckStatus;
  readonly fields: readonly string[];
  /** Remarks for a person; each becomes an issue. */
  readonly notes: readonly string[];
  /** The values that the rule looked at, and where they come from. */
  readonly operands: readonly NamedValue[];
  /** Set where the check is about what the host accepts, not about the reading. */
  readonly policy?: Policy;
  readonly candidate?: CandidateValue;
  /** Paths of the values in whose place another printed value would make the check hold; absent where nobody looked for one. */
  readonly suspects?: readonly string[];
}

/** Two numbers after judgement. `delta` = expected - actual, rounded to the minor unit. */
export interface AmountCheck extends CheckTerms {
  readonly kind: 'amounts';
  readonly delta: Decimal | Unknown;
  readonly expected: Decimal | Unknown;
  readonly actual: Decimal | Unknown;
}

/** A statement after judgement. */
export interface StatedCheck extends CheckTerms {
  readonly kind: StatedFinding['kind'];
  readonly strength: Strength;
  readonly expected: RuleValue | null;
  readonly actual: RuleValue | null;
}

/** A finding after judgement. */
export type Check = AmountCheck | StatedCheck;

/** A document that is or becomes known by a key, such as a hash of its seller, number and total. */
export interface KnownDocument {
  /** Tells nothing of the content to anybody who does not have a document with it. */
  readonly key: string;
  /** The fingerprint of the file. */
  readonly fingerprint: string;
}

/**
 * Remembers which documents have come. For implementers: calls come from many processes at once, the first document with a key stays, and a
 * memory that cannot be asked rejects.
 */
export interface EarlierDocuments {
  /** Remembers a document unless another has its key. Resolves to the fingerprint that the key has now. */
  remember(document: KnownDocument, signal: AbortSignal): Promise<string>;
}
