import { randomInt } from 'node:crypto';
import type { ReviewPolicy } from '../../config/settings.js';
import {
  type AppraisedField,
  type Check,
  type Doubt,
  type Draft,
  defaultThreshold,
  doubtOf,
  isEmpty,
  isVeto,
  type Outcome,
  type Schema,
  template,
} from '../../core/index.js';
import { fromStore } from '../http/refusal.js';
import type { RiskKeeper } from '../risk/keeper.js';
import type { NewReview } from '../state/job-store.js';
import type { ReviewBody, ReviewFieldBody, WeighedValueBody } from '../wire/review.js';
import { boxBody, candidateBody } from '../wire/wire.js';
import {
  type AppliedPolicy,
  type HoldingReason,
  hostReasons,
  largestAmount,
  policyReasons,
  rememberSeller,
  type SellerQuestion,
  sellerHash,
  sellerIn,
  thresholdOf,
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
  /** The rules of the host as they are now, for a document with these values. */
  policy(caller: string, schema: Schema, values: ConfirmedValues): Promise<AppliedPolicy>;
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
  const sellerOf: Reviews['seller'] = async (caller, schema, values) =>
    sellerHash({ caller, key: await fromStore(key()), name: sellerIn(schema, values) }) ?? 'unknown';
  const applied: Reviews['policy'] = async (caller, schema, values) => {
    if (!risk) return policy ?? {};
    const standing = await fromStore(risk.standing());
    const seller = await sellerOf(caller, schema, values);
    // Without a sample nothing would tell how often what is accepted is wrong.
    return { sample: 0.05, ...policy, needed: (kind) => risk.needed(standing, { ...kind, seller }) };
  };
  return {
    policy: applied,
    risk,
    ofJobs: policy !== undefined,
    of: async (outcome, { caller, ...about }) => {
      const applies = await applied(caller, about.schema, outcome.draft?.fields ?? []);
      return reviewOf(outcome, { policy: applies, ...about, seller: { answers, caller, key: await fromStore(key()) } });
    },
    confirmed: async (caller, schema, values) =>
      rememberSeller({ answers, caller, key: await fromStore(key()), name: sellerIn(schema, values) }),
    seller: sellerOf,
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

/** What holds a document wherever it is read: a policy that fails, or a gate that asks for a person. Undefined where nothing does. */
export function heldReview(outcome: Outcome): ReviewBody | undefined {
  const whole = [...policyReasons(outcome), ...asked([outcome, ...(outcome.documents ?? [])].flatMap(({ doubts = [] }) => doubts))];
  return whole.length > 0
    ? { decision: 'held', rules: [...new Set(whole.map(({ rule }) => rule))], fields: [wholeDocument(whole)] }
    : undefined;
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

/** Values that nothing doubts, of which a person is to look at some all the same: how often these are wrong, no doubted value can tell. */
export interface Draw {
  readonly fields: readonly AppraisedField[];
  /** How likely each of the accepted values was to be drawn, 0..1. */
  readonly chance: number;
}

/** So many values of a document are drawn at most, that it costs little to look at it. */
const mostDrawn = 3;

/** Draws from the values that are accepted, of this share of all documents. */
function drawOf(accepted: readonly AppraisedField[], { sample = 0 }: ReviewPolicy): Draw {
  const count = Math.min(mostDrawn, accepted.length);
  const chance = accepted.length === 0 ? 0 : (sample * count) / accepted.length;
  if (randomInt(1_000_000) >= sample * 1_000_000) return { fields: [], chance };
  const left = [...accepted];
  return { fields: Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)).flat(), chance };
}

/** What somebody sees who must not know which values are doubted: neither scores, nor reasons, nor what these name, in the order of the answer. */
const blindly = (fields: readonly ReviewFieldBody[], draft: Draft): readonly ReviewFieldBody[] => {
  const place = new Map(draft.fields.map(({ path }, at) => [path, at]));
  return fields
    .toSorted((a, b) => (place.get(a.path) ?? 0) - (place.get(b.path) ?? 0))
    .map(({ score: _, printed: __, ...field }) => ({ ...field, why: [], checks: [] }));
};

export const isBlind = ({ rules }: Pick<ReviewBody, 'rules'>): boolean => rules.includes('blind');

/** The doubt of some value under the threshold: a document of which values are only drawn stands in the queue where a doubted one might. */
const doubtLike = (threshold: number): number => 1 - (threshold * randomInt(1_000)) / 1_000;

/** The values as they were first weighed, and how they come to a person: kept sealed with the answer, to learn from once there are verdicts. */
function weighedLeaves(draft: Draft, held: readonly ReviewFieldBody[], { fields, chance }: Draw): readonly WeighedValueBody[] {
  const drawn = new Set(fields.map(({ path }) => path));
  const doubted = new Set(held.map(({ path }) => path));
  return draft.fields.map(({ path, family, reader, score, caps, value }) => ({
    path,
    document: draft.family,
    field: family,
    reader: reader ?? null,
    score,
    caps: caps.map(({ name, limitedTo }) => ({ name, ...(limitedTo !== undefined && { limitedTo }) })),
    empty: value === null || Array.isArray(value),
    ...(doubted.has(path) ? { how: 'held' as const } : drawn.has(path) && { how: 'blind' as const }),
    ...(!doubted.has(path) && chance > 0 && { chance }),
  }));
}

/** By what a value is doubted. */
interface ThresholdTerms {
  readonly policy: AppliedPolicy;
  /** That of the request. */
  readonly threshold: number | undefined;
}

/** What was read, as far as it tells what is doubtful. */
export interface ReadAnswer {
  readonly draft: Draft;
  readonly doubts: readonly Doubt[];
  readonly checks: readonly Check[];
}

export interface DoubtTerms extends ThresholdTerms {
  /** A value that a person has just given: a check that fails with it speaks against it, however sure it is. */
  readonly corrected?: string;
}

/** The fields that need a person, the least sure first: what the gate doubts, and every value below its threshold. */
export function doubtfulFields(
  { draft, doubts, checks }: ReadAnswer,
  { policy, threshold, corrected }: DoubtTerms,
): readonly ReviewFieldBody[] {
  const isDoubted = (field: AppraisedField): boolean =>
    doubts.some(({ path, cause }) => path !== '$' && cause !== 'policy' && isWithin(field, { path, cause }));
  const isBroken = ({ path }: AppraisedField): boolean => path === corrected && failing(checks).some((check) => isIn(check, path));
  // What is promised is about what readers say, not about what a person has just given.
  const policyFor = ({ path }: AppraisedField): AppliedPolicy => (path === corrected ? { ...policy, needed: undefined } : policy);
  return draft.fields
    .filter(
      (field) =>
        isDoubted(field) ||
        (!isEmpty(field) && field.score < neededFor(field, { policy: policyFor(field), threshold, document: draft.family })) ||
        isBroken(field) ||
        (isRivalled(field) && field.path !== corrected),
    )
    .toSorted((a, b) => a.score - b.score)
    .map((field) => fieldBody(field, checks));
}

/** Where the page states another value under the same label, only a person can say which is meant, however sure the rest makes one of them. */
const isRivalled = ({ caps }: AppraisedField): boolean => caps.some(({ name }) => name === 'uniqueness.several');

/** A doubt about an object or a list is one about what is missing in it. */
const isWithin = (field: AppraisedField, { path, cause }: Doubt): boolean => {
  const [own, doubted] = [field.path, path];
  if (own === doubted) return true;
  return (
    cause !== 'unsure' &&
    isEmpty(field) &&
    [own, template(own)].some((name) => [`${doubted}.`, `${doubted}[`].some((start) => name.startsWith(start)))
  );
};

function fieldBody(field: AppraisedField, checks: readonly Check[]): ReviewFieldBody {
  const { path, value, score, reason, page, regions, candidates, caps } = field;
  const against = caps.filter(({ name, weight, value: most }) => isVeto(name) || (weight === undefined ? most < 1 : weight < 0));
  const printed = [...new Set(against.flatMap(({ rivals = [] }) => rivals))];
  return {
    path,
    value,
    score,
    why: against.length > 0 ? [...new Set(against.map(doubtOf))] : [reason],
    ...(page !== undefined && { page }),
    ...(regions && { boxes: regions.map(boxBody) as ReviewFieldBody['boxes'] & object }),
    ...(candidates && { candidates: candidates.map(candidateBody) as ReviewFieldBody['candidates'] & object }),
    ...(printed.length > 0 && { printed: printed as ReviewFieldBody['printed'] & object }),
    checks: [
      ...new Set(
        failing(checks)
          .filter((check) => isIn(check, path))
          .map(({ type }) => type),
      ),
    ],
  };
}

const failing = (checks: readonly Check[]): readonly Check[] => checks.filter(({ status, policy }) => status === 'FAILED' && !policy);

/** Whether a value takes part in a check, which names it, or its column. */
export const isIn = ({ fields }: Pick<Check, 'fields'>, path: string): boolean =>
  [path, template(path)].some((name) => fields.includes(name.slice(2)));

interface FieldTerms extends ThresholdTerms {
  readonly document: Draft['family'];
}

const neededFor = (field: AppraisedField, { policy, threshold: requested, document }: FieldTerms): number =>
  thresholdOf(policy, { ...field, document, requested });
