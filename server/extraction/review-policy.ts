import { createHmac } from 'node:crypto';
import type { ReviewPolicy } from '../../config/settings.js';
import { type AppraisedField, conceptOf, type Draft, defaultThreshold, type Outcome, type Schema, template } from '../../core/index.js';
import { fromStore } from '../http/refusal.js';
import type { ValueKind } from '../risk/error-bound.js';
import type { AnswerStore } from '../state/answer-store.js';
import type { ReviewRule } from '../wire/review.js';

/** Why a document is held as a whole. */
export interface HoldingReason {
  readonly rule: ReviewRule;
  readonly says: string;
}

/** The rules of a host as they are now. */
export interface AppliedPolicy extends ReviewPolicy {
  /** The score that a value needs by what is promised; absent where nothing is. */
  readonly needed?: ((kind: Omit<ValueKind, 'seller'>) => number) | undefined;
}

/** A value whose threshold is asked for, and the threshold of the request. */
export interface AskedThreshold extends Pick<AppraisedField, 'path' | 'family' | 'reader'> {
  readonly document: Draft['family'];
  readonly requested: number | undefined;
}

/** The score that a value needs. What is promised takes the place of the usual threshold, and not of one that somebody has asked for. */
export function thresholdOf(policy: AppliedPolicy, { path, family, reader = '', document, requested }: AskedThreshold): number {
  const { thresholds = {}, threshold, needed } = policy;
  const named = template(path);
  const wanted = thresholds[named] ?? thresholds[named.slice(2)] ?? threshold ?? requested ?? (needed ? 0 : defaultThreshold);
  return Math.max(wanted, needed?.({ document, field: family, reader }) ?? 0);
}

/** The largest of the amounts that were read, by its size. */
export const largestAmount = (fields: readonly AppraisedField[]): AppraisedField | undefined =>
  fields
    .filter(({ family, value }) => family === 'money' && typeof value === 'number')
    .toSorted((a, b) => Math.abs(Number(b.value)) - Math.abs(Number(a.value)))[0];

/** What the host's rules say of the whole document, beside how sure its values are. */
export async function hostReasons(policy: ReviewPolicy, outcome: Outcome, seller: SellerQuestion): Promise<readonly HoldingReason[]> {
  const reasons: HoldingReason[] = [...policyReasons(outcome)];
  const largest = largestAmount(outcome.draft?.fields ?? []);
  if (largest && policy.amount_above !== undefined && Math.abs(Number(largest.value)) > policy.amount_above)
    reasons.push({ rule: 'amount', says: `The amount ${largest.path} is above ${policy.amount_above}, the limit of the host` });
  if (policy.new_sellers && (await isNew(seller))) reasons.push({ rule: 'new_seller', says: 'No confirmed document is of this seller' });
  return reasons;
}

/** The policies that failed: they hold the document, however well it was read. */
export const policyReasons = ({ held = [] }: Outcome): readonly HoldingReason[] =>
  held.map((type) => ({ rule: 'policy', says: `The rule ${type} holds it` }));

/** Whose documents, and by which seller. */
export interface SellerQuestion {
  readonly answers: Pick<AnswerStore, 'claim' | 'keep' | 'release'>;
  readonly key: Uint8Array;
  readonly caller: string;
  readonly name: string | undefined;
}

/** The name of the seller as it was read; undefined where nobody asked for it. */
export function sellerIn(schema: Schema, fields: readonly Pick<AppraisedField, 'path' | 'value'>[]): string | undefined {
  const path = schema.fields.find((field) => conceptOf(field) === 'seller_name')?.path;
  const value = fields.find((field) => field.path === path)?.value;
  return typeof value === 'string' ? value : undefined;
}

const [askedMs, knownMs] = [1_000, 3_650 * 86_400_000];

/** A seller is a name that is claimed for good once a document of it is confirmed; the store has only a hash of it. */
async function isNew(seller: SellerQuestion): Promise<boolean> {
  const claim = claimOf(seller, 'asked');
  if (!claim) return true;
  const { kind } = await fromStore(seller.answers.claim(claim, askedMs));
  if (kind === 'yours') await fromStore(seller.answers.release(claim));
  return kind !== 'other';
}

/** Remembers the seller of a confirmed document. */
export async function rememberSeller(seller: SellerQuestion): Promise<void> {
  const claim = claimOf(seller, 'known');
  if (claim) await fromStore(seller.answers.claim(claim, knownMs));
}

function claimOf(seller: SellerQuestion, request: 'asked' | 'known') {
  const hash = sellerHash(seller);
  return hash === undefined ? undefined : { name: `seller ${hash}`, owner: 'review', request };
}

/** What stands for a seller's name in the store; undefined where none was read. */
export function sellerHash({ key, caller, name }: Omit<SellerQuestion, 'answers'>): string | undefined {
  const words = name
    ?.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (!words) return undefined;
  return createHmac('sha256', key).update(`seller of ${caller.length}:${caller}:${words}`).digest('hex');
}
