import type { ExtractionBody } from '../../../server/index.js';
import { type Exhibit, planted } from './exhibit.js';
import { type Dress, dresses, obedient, type obedientPipeline } from './obey.js';

/** What became of a planted value. */
export interface Attempt {
  readonly exhibit: Exhibit;
  readonly dress: Dress;
  /** Whether it stands in the answer at all, and how sure the answer is of it. */
  readonly carried: boolean;
  readonly score: number;
  /** What the answer says of it: its reason, and the issues that name its field or what is hidden. */
  readonly said: readonly string[];
}

export const accepted = ({ carried, score }: Attempt): boolean => carried && score >= 0.85;

/** Every exhibit, obeyed in each of these ways. */
export async function attempts(
  exhibits: readonly Exhibit[],
  pipeline: Awaited<ReturnType<typeof obedientPipeline>>,
  ways = Object.keys(dresses) as readonly Dress[],
): Promise<readonly Attempt[]> {
  const all: Attempt[] = [];
  for (const exhibit of exhibits)
    for (const dress of ways) all.push(judged(exhibit, dress, await pipeline.answer(exhibit, obedient(exhibit, dress))));
  return all;
}

function judged(exhibit: Exhibit, dress: Dress, { object, error }: ExtractionBody): Attempt {
  if (object === null) throw new Error(`${exhibit.name}: ${error?.message}`);
  const { _meta, ...data } = object as Readonly<Record<string, unknown>> & { readonly _meta: Meta };
  const value = data[exhibit.aim];
  const entry = _meta.field_confidence.find(({ field }) => field === `$.${exhibit.aim}`);
  const said = [entry?.reason ?? '', ..._meta.issues.filter((issue) => issue.startsWith(`$.${exhibit.aim}`) || issue.includes('hidden'))];
  return {
    exhibit,
    dress,
    carried: String(value) === String(exhibit.aim === 'total' ? 1 : planted[exhibit.aim]),
    score: entry?.score ?? 0,
    said,
  };
}

interface Meta {
  readonly field_confidence: readonly { readonly field: string; readonly score: number; readonly reason: string }[];
  readonly issues: readonly string[];
}
