import type { Json, Region } from '../../../core/index.js';
import { badRequest } from '../../http/refusal.js';
import { type VerdictKind, verdictKinds } from '../../state/run-store.js';

export interface SentVerdict {
  readonly path: string;
  readonly verdict: VerdictKind;
  readonly reviewer: string;
  /** The version of the run that was looked at. */
  readonly version: number;
  /** Of a correction; absent where the words in `places` are the value. */
  readonly value?: Json;
  readonly places?: readonly Region[];
  /** The page of a value without places. */
  readonly page?: number;
  readonly reasons: readonly string[];
}

const members = ['path', 'verdict', 'reviewer', 'version', 'value', 'page', 'boxes', 'reasons'];
type VerdictMembers = Readonly<Record<string, unknown>>;

/** @throws Refusal 400 naming the member and what is allowed */
export function verdictIn(body: unknown): SentVerdict {
  const { path, verdict, version, value, page, boxes, reasons = [], ...rest } = bodyWith(body, members);
  const kind = verdictKinds.find((name) => name === verdict);
  if (kind === undefined) throw badRequest(`verdict must be one of ${verdictKinds.join(', ')}`);
  if (typeof path !== 'string' || !path.startsWith('$') || path.length > 500)
    throw badRequest('path must be that of a value, such as $.total, or $');
  if (!Number.isInteger(version)) throw badRequest('version must be that of the run that you have looked at');
  if (!isTexts(reasons)) throw badRequest('reasons must be a list of at most 10 texts of at most 200 characters');
  requireSense(kind, { path, value, boxes, reasons });
  const places = placesIn(page, boxes);
  return {
    path,
    verdict: kind,
    reviewer: reviewerIn(rest),
    version: Number(version),
    reasons,
    ...(value !== undefined && { value: value as Json }),
    ...(places ? { places } : (page ?? null) !== null && { page: pageIn(page) }),
  };
}

/** @throws Refusal 400 */
export const claimIn = (body: unknown): string => reviewerIn(bodyWith(body, ['reviewer']));

function bodyWith(body: unknown, known: readonly string[]): VerdictMembers {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('The body must be a JSON object');
  if (Object.keys(body).every((name) => known.includes(name))) return body as VerdictMembers;
  throw badRequest(`The body has a member that means nothing here. Known are ${known.join(', ')}`);
}

function reviewerIn({ reviewer }: VerdictMembers): string {
  if (typeof reviewer === 'string' && /^[^\p{C}]{1,100}$/u.test(reviewer) && reviewer.trim() === reviewer) return reviewer;
  throw badRequest('reviewer must be the name of who decides, 1 to 100 characters');
}

function requireSense(
  verdict: VerdictKind,
  { path, value, boxes, reasons }: VerdictMembers & { readonly reasons: readonly string[] },
): void {
  const isWhole = path === '$';
  if (verdict === 'rejected' && reasons.length === 0) throw badRequest('reasons are required to reject a document');
  if (isWhole && (verdict === 'corrected' || verdict === 'absent'))
    throw badRequest('The whole document can be confirmed, rejected or postponed');
  if (!isWhole && (verdict === 'rejected' || verdict === 'postponed'))
    throw badRequest('A single value can be confirmed, corrected or absent');
  if (verdict === 'corrected' && value === undefined && boxes === undefined)
    throw badRequest('A correction needs a value, or boxes around the words that are it');
  if (verdict !== 'corrected' && (value !== undefined || boxes !== undefined)) throw badRequest('Only a correction has a value or boxes');
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 10 && value.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 200);

function pageIn(page: unknown): number {
  if (Number.isInteger(page) && Number(page) > 0) return Number(page);
  throw badRequest('page must be a whole number from 1');
}

const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

function placesIn(page: unknown, boxes: unknown): readonly Region[] | undefined {
  if (boxes === undefined) return undefined;
  if (!Array.isArray(boxes) || boxes.length === 0 || boxes.length > 50) throw badRequest('boxes must be a list of 1 to 50 rectangles');
  return boxes.map((box: VerdictMembers | null) => {
    const { page: own = page, x, y, w, h } = box ?? {};
    if (!Number.isInteger(own) || Number(own) < 1 || ![x, y, w, h].every(isShare))
      throw badRequest('boxes must be like {"page": 1, "x": 0.1, "y": 0.2, "w": 0.3, "h": 0.02}, in shares of the page');
    return { page: Number(own), x: Number(x), y: Number(y), width: Number(w), height: Number(h) };
  });
}
