import type { ReviewPolicy } from '../../config/settings.js';
import { type AppraisedField, type Check, type Doubt, type Draft, defaultThreshold, type Outcome, type Schema } from '../../core/index.js';
import { fromStore } from '../http/refusal.js';
import type { RiskKeeper } from '../risk/keeper.js';
import type { NewReview } from '../state/job-store.js';
import type { ReviewBody, ReviewFieldBody, WeighedValueBody } from '../wire/review.js';
import { blindly, doubtLike, drawOf, weighedLeaves } from './blind.js';
import { doubtfulFields, type FieldTerms, failing, fieldBody, isIn, neededFor, type ThresholdTerms } from './doubtful-fields.js';
import {
  type AppliedPolicy,
  type HoldingReason,
  hostReasons,
  largestAmount,
  rememberSeller,
  type SellerQuestion,
  sellerHash,
  sellerIn,
} from './review-policy.js';

/** What a person is to look at of an answer, and how much there is to lose. */
export interface MadeReview extends NewReview {
  readonly body: ReviewBody;
  /** What its verdicts will have been about: nobody sees it before they are given. */
  readonly leaves: readonly WeighedValueBody[];
}

/** The same without what the answer itself says of it. */
export type AnswerReview = Omit<MadeReview, 'body'>;

export interface ReviewTerms extends ThresholdTerms {
  readonly schema: Schema;
  readonly seller: Omit<SellerQuestion, 'name'>;
}

/** How the answers of this server come to people. */
export interface Reviews {
  /** The rules of the host as they are now. */
  policy(): Promise<AppliedPolicy>;
  /** How what is promised stands; absent where nothing is. */
  readonly risk?: RiskKeeper | undefined;
  /** Whether the host has rules for all that is kept, so that each job is judged by them. */
  readonly ofJobs: boolean;
  of(outcome: Outcome, about: ReviewedRequest): Promise<MadeReview | undefined>;
  /** Notes that a person has confirmed a document, so that its seller is known. */
  confirmed(caller: string, schema: Schema, values: ConfirmedValues): Promise<void>;
  /** What stands for the seller of these values where its name must not. */
  seller(caller: string, schema: Schema, values: ConfirmedValues): Promise<string>;
}

interface ReviewedRequest extends Pick<ReviewTerms, 'schema' | 'threshold'> {
  /** Whose answer it is. */
  readonly caller: string;
}

export type ConfirmedValues = Parameters<typeof sellerIn>[1];

/** Reviews by the rules of a host; without them a person looks at what the gate, the checks and the threshold of the request doubt. */
export const reviewsBy = (policy: ReviewPolicy | undefined, { answers, key, risk }: ReviewParts): Reviews => {
  const applied = async (): Promise<AppliedPolicy> => {
    if (!risk) return policy ?? {};
    const standing = await fromStore(risk.standing());
    // Without a sample nothing would tell how often what is accepted is wrong.
    return { sample: 0.05, ...policy, needed: (kind) => risk.needed(standing, kind) };
  };
  return {
    policy: applied,
    risk,
    ofJobs: policy !== undefined,
    of: async (outcome, { caller, ...about }) =>
      reviewOf(outcome, { policy: await applied(), ...about, seller: { answers, caller, key: await fromStore(key()) } }),
    confirmed: async (caller, schema, values) =>
      rememberSeller({ answers, caller, key: await fromStore(key()), name: sellerIn(schema, values) }),
    seller: async (caller, schema, values) =>
      sellerHash({ caller, key: await fromStore(key()), name: sellerIn(schema, values) }) ?? 'unknown',
  };
};

interface ReviewParts extends Pick<SellerQuestion, 'answers'> {
  key(): Promise<Uint8Array>;
  readonly risk: RiskKeeper | undefined;
}

/** What a person is to look at. Undefined of a document that could not be read: there is nothing to look at. */
export async function reviewOf(outcome: Outcome, terms: ReviewTerms): Promise<MadeReview | undefined> {
  if (outcome.error) return undefined;
  if (outcome.documents)
    return made([wholeDocument([{ says: `The file holds ${outcome.documents.length} documents` }])], ['documents'], {
      rank: 0,
      leaves: [],
    });
  const { draft, doubts = [] } = outcome;
  if (!draft) return undefined;
  const checks = outcome.verification?.checks ?? [];
  const fields = doubtfulFields({ draft, doubts, checks }, terms);
  const seller = { ...terms.seller, name: sellerIn(terms.schema, draft.fields) };
  const whole = [...(await hostReasons(terms.policy, outcome, seller)), ...uncovered(checks, fields), ...asked(doubts)];
  const accepted = draft.fields.filter((field) => isAccepted(field, fields, { ...terms, document: draft.family }));
  const draw = drawOf(accepted, terms.policy);
  const drawn = draw.fields.map((field) => fieldBody(field, checks));
  const values = terms.policy.sample ? blindly([...fields, ...drawn], draft) : fields;
  const rules = [
    ...(values.length > 0 ? [terms.policy.sample ? ('blind' as const) : ('confidence' as const)] : []),
    ...whole.map(({ rule }) => rule),
  ];
  const listed = [...values, ...(whole.length > 0 ? [wholeDocument(whole)] : [])];
  const doubt = fields.length === 0 && drawn.length > 0 ? doubtLike(terms.threshold ?? defaultThreshold) : 0;
  const rank = rankOf(draft, Math.max(doubt, doubtIn(draft, fields)));
  return made(listed, [...new Set(rules)], { rank, reader: readerOf(draft), leaves: weighedLeaves(draft, fields, draw) });
}

/** A value that nothing doubts, and that is as sure as it must be: what the host takes without anybody's look. */
const isAccepted = (field: AppraisedField, doubted: readonly ReviewFieldBody[], terms: FieldTerms): boolean =>
  !doubted.some(({ path }) => path === field.path) && field.score >= neededFor(field, terms);

function made(
  fields: readonly ReviewFieldBody[],
  rules: ReviewBody['rules'],
  { rank, reader, leaves }: { readonly rank: number; readonly reader?: string | undefined; readonly leaves: MadeReview['leaves'] },
): MadeReview {
  const isHeld = fields.length > 0;
  const body = { decision: isHeld ? ('held' as const) : ('cleared' as const), rules, fields, ...(reader !== undefined && { reader }) };
  return { state: isHeld ? 'to_review' : 'cleared', rank, body, leaves: isHeld ? leaves : [] };
}

/** Half powers of two of the largest amount times the doubt: what there is to lose. */
const rankOf = (draft: Draft, doubt: number): number =>
  Math.round(2 * Math.log2(1 + Math.abs(Number(largestAmount(draft.fields)?.value ?? 0)) * doubt));

const doubtIn = (draft: Draft, fields: readonly ReviewFieldBody[]): number =>
  1 - Math.min(draft.confidence, ...fields.map(({ score = 1 }) => score));

/** Who has read most of the values. */
function readerOf({ fields }: Draft): string | undefined {
  const byReader = [...Map.groupBy(fields, ({ reader }) => reader)].filter(([reader]) => reader !== undefined);
  return byReader.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

const wholeDocument = (why: readonly { readonly says: string }[]): ReviewFieldBody => ({
  path: '$',
  value: null,
  why: why.map(({ says }) => says),
  checks: [],
});

/** Checks that fail though every value in them is sure. */
const uncovered = (checks: readonly Check[], fields: readonly ReviewFieldBody[]): readonly HoldingReason[] =>
  failing(checks)
    .filter((check) => !fields.some(({ path }) => isIn(check, path)))
    .map(({ type, fields: names }) => ({ rule: 'check', says: `${type} fails: ${names.join(', ')}` }));

/** A gate that asks for a person to look at the whole document. */
const asked = (doubts: readonly Doubt[]): readonly HoldingReason[] =>
  doubts.some(({ path, cause }) => path === '$' && cause === 'person') ? [{ rule: 'person', says: 'The gate asks for a person' }] : [];
