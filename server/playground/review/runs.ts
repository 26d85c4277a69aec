import type { JudgedRun, ListedRun, RunsPage, ShownRun } from '../../client/index.js';
import { type PlaygroundResult, resultOf } from '../service.js';

/** Who asks. The key lives as long as the tab; without one the host of the page says who it is. */
export interface Reviewer {
  readonly key: string;
  readonly name: string;
}

export interface VerdictWish {
  readonly path: string;
  readonly verdict: string;
  readonly value?: unknown;
  readonly boxes?: readonly object[];
  readonly reasons?: readonly string[];
}

/** The address of the page is …/review, beside …/v1. */
async function ask(path: string, { key }: Reviewer, body?: object): Promise<Response> {
  const headers = { ...(key !== '' && { authorization: `Bearer ${key}` }), ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(new URL(`v1/runs${path}`, location.href), {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer;
  const { detail } = await answer.json().catch(() => ({ detail: undefined }));
  throw new Error(detail ?? `The service answered ${answer.status}.`);
}

export const queue = async (reviewer: Reviewer, state: string): Promise<readonly ListedRun[]> =>
  ((await (await ask(`?limit=100${state && `&state=${state}`}`, reviewer)).json()) as RunsPage).runs;

/** A run and its document, claimed for the reviewer where it is still to be decided. */
export async function openRun(reviewer: Reviewer, id: string): Promise<{ readonly run: ShownRun; readonly file: File | undefined }> {
  const found = (await (await ask(`/${id}`, reviewer)).json()) as ShownRun;
  if (found.state === 'confirmed' || found.state === 'rejected') return { run: found, file: undefined };
  const claimed = (await (await ask(`/${id}/claim`, reviewer, { reviewer: reviewer.name })).json()) as ListedRun;
  const bytes = await (await ask(`/${id}/document`, reviewer)).blob();
  return { run: { ...found, ...claimed }, file: new File([bytes], found.file ?? 'document') };
}

export const judge = async (reviewer: Reviewer, { id, version }: ListedRun, wish: VerdictWish): Promise<JudgedRun> =>
  (await ask(`/${id}/verdicts`, reviewer, { ...wish, reviewer: reviewer.name, version })).json();

/** The answer of a run as the page shows one of the playground. */
export const shownResult = ({ result, schema, file }: Pick<ShownRun, 'result' | 'schema' | 'file'>): PlaygroundResult =>
  resultOf(JSON.stringify(result), { get: () => null }, { schema, verified: true, fileName: file ?? 'document', threshold: 0.85 });
