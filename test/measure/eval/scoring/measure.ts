import { rows } from '../../../../core/index.js';
import type { ExtractionBody, VerificationBody } from '../../../../server/wire/extraction.js';
import { type HeaderField, headerFields, type Sum } from '../../../kit/truth-file.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import { type EvalLeaf, type JudgedAnswer, judge } from './judge.js';

/** Counts of stated values, of answers to them and of right answers. */
export interface FieldTally {
  readonly stated: number;
  readonly found: number;
  readonly right: number;
}

/** Outcomes for a caller who accepts every value at a threshold. */
export interface Trust {
  readonly threshold: number;
  /** Non-null values that reach the threshold, and the wrong ones among them, which are the silent errors. */
  readonly accepted: number;
  readonly wrong: number;
  /** Nulls that reach the threshold although the page shows a value, because a null is a claim, too. */
  readonly nulls: number;
  readonly right: number;
  /** Right values under the threshold. */
  readonly alarms: number;
}

export interface Measures {
  readonly documents: number;
  readonly fields: readonly (readonly [field: HeaderField, tally: FieldTally])[];
  readonly header: FieldTally;
  readonly rows: FieldTally;
  /** The right descriptions of rows, and those among them that only hold the true one or are held by it. */
  readonly descriptions: { readonly right: number; readonly held: number };
  readonly headerTrust: readonly Trust[];
  readonly cellTrust: readonly Trust[];
  readonly whole: WholeDocuments;
  readonly fallbacks: number;
  readonly answered: number;
  readonly verdicts: Readonly<Record<Sum, Confusion>>;
  /** What all other checks say, by their types, where every stated header value is right and where one is not. */
  readonly checks: readonly (readonly [type: string, said: CheckCounts])[];
  /** Name → count, sorted by name: 'HTTP 200', 'EXTRACTION_FAILED'. */
  readonly outcomes: readonly (readonly [string, number])[];
}

/** Status → number of documents; of several checks of one type the worst counts. */
export type CheckCounts = Readonly<Record<'right' | 'wrong', Readonly<Record<string, number>>>>;

export interface WholeDocuments {
  /** Documents whose required values all reach the threshold, so that nobody reviews them. */
  readonly accepted: number;
  /** Accepted documents in which every required stated value is right. */
  readonly acceptedRight: number;
  /** Documents in which every stated value, rows included, is right and accepted and no row is invented. */
  readonly perfect: number;
  /** Documents that state every essential value, and those in which each is right and accepted. */
  readonly stated: number;
  readonly sure: number;
}

/** Values that every kind of document must have. */
const essentials = ['total', 'issue_date', 'seller_name', 'currency'] as const satisfies readonly HeaderField[];

/** Whether the printed sums hold against the check status: 'holds' → 'PASSED' → count. */
export type Confusion = Readonly<Record<'holds' | 'fails' | 'unknown', Readonly<Record<string, number>>>>;

export interface EvalStandard {
  readonly threshold: number;
  /** The root fields that the schema requires. */
  readonly required: readonly string[];
}

const thresholds = [0.7, 0.85, 0.9, 0.95];

export function measure(asked: readonly AnsweredDocument[], standard: EvalStandard): Measures {
  const cases = asked.map((one) => ({ ...one, judged: judge(one.document.truth, one.reply.body) }));
  const header = cases.flatMap(({ judged }) => judged.header);
  const cells = cases.flatMap(({ judged }) => judged.cells);
  const levels = [...new Set([...thresholds, standard.threshold])].sort((a, b) => a - b);
  const answers = cases.flatMap(({ reply }) => (reply.body?.object ? [reply.body] : []));
  return {
    documents: cases.length,
    fields: headerFields.map((field) => [field, tally(header.filter((leaf) => leaf.field === field))] as const),
    header: tally(header),
    rows: cases.map(({ judged }) => judged.rows).reduce(add, { stated: 0, found: 0, right: 0 }),
    descriptions: {
      right: cells.filter(({ field, verdict }) => field === 'description' && verdict === 'right').length,
      held: cells.filter(({ held }) => held).length,
    },
    headerTrust: levels.map((level) => trust(header, level)),
    cellTrust: levels.map((level) => trust(cells, level)),
    whole: wholes(cases, standard),
    fallbacks: answers.filter(({ metadata }) => metadata.fallback_triggered).length,
    answered: answers.length,
    verdicts: { horizontal_sum: confusion(cases, 'horizontal_sum'), vertical_sum: confusion(cases, 'vertical_sum') },
    checks: otherChecks(cases),
    outcomes: counted(cases.flatMap(({ reply }) => outcomesOf(reply))),
  };
}

const add = (a: FieldTally, b: FieldTally): FieldTally => ({
  stated: a.stated + b.stated,
  found: a.found + b.found,
  right: a.right + b.right,
});

const tally = (leaves: readonly EvalLeaf[]): FieldTally => ({
  stated: leaves.length,
  found: leaves.filter(({ verdict }) => verdict !== 'null').length,
  right: leaves.filter(({ verdict }) => verdict === 'right').length,
});

/** The trust figures of these values at each threshold. */
export function trust(leaves: readonly EvalLeaf[], threshold: number): Trust {
  const count = (verdict: EvalLeaf['verdict'], sure: boolean): number =>
    leaves.filter((leaf) => leaf.verdict === verdict && leaf.score >= threshold === sure).length;
  const [right, wrong, alarms] = [count('right', true), count('wrong', true), count('right', false)];
  return { threshold, accepted: right + wrong, wrong, nulls: count('null', true), right: right + alarms, alarms };
}

type JudgedDocument = AnsweredDocument & { readonly judged: JudgedAnswer };

function wholes(cases: readonly JudgedDocument[], { threshold, required }: EvalStandard): WholeDocuments {
  const sure = ({ verdict, score }: EvalLeaf): boolean => verdict === 'right' && score >= threshold;
  const stating = cases.filter(({ document: { truth } }) =>
    essentials.every((name) => truth.fields[name] && truth.fields[name].visible !== false),
  );
  const accepted = cases.filter(({ reply }) => reply.body !== null && accepts(reply.body, { threshold, required }));
  return {
    accepted: accepted.length,
    acceptedRight: accepted.filter(({ judged }) =>
      judged.header.every(({ field, verdict }) => verdict === 'right' || !required.includes(field)),
    ).length,
    perfect: accepted.filter(({ judged }) => judged.header.every(sure) && judged.cells.every(sure)).length,
    stated: stating.length,
    sure: stating.filter(({ judged }) => essentials.every((name) => judged.header.some((leaf) => leaf.field === name && sure(leaf))))
      .length,
  };
}

function accepts({ object }: ExtractionBody, { threshold, required }: EvalStandard): boolean {
  const meta = object?.['_meta'];
  if (!object || typeof meta !== 'object' || meta === null || !('field_confidence' in meta)) return false;
  const sure = rows(meta['field_confidence']).flatMap(({ field, score }) => (Number(score) >= threshold ? [field] : []));
  return required.every((name) => object[name] !== null && sure.includes(`$.${name}`));
}

function confusion(cases: readonly JudgedDocument[], sum: Sum): Confusion {
  const verdicts = { holds: [] as string[], fails: [] as string[], unknown: [] as string[] };
  for (const { document, reply } of cases) {
    const holds = document.truth.math_on_page?.[sum]?.holds ?? null;
    verdicts[holds === null ? 'unknown' : holds ? 'holds' : 'fails'].push(verdictOf(reply.body?.verification, sum.toUpperCase()));
  }
  const table = (list: readonly string[]) => Object.fromEntries(counted(list));
  return { holds: table(verdicts.holds), fails: table(verdicts.fails), unknown: table(verdicts.unknown) };
}

function otherChecks(cases: readonly JudgedDocument[]): Measures['checks'] {
  const types = new Set(cases.flatMap(({ reply }) => (reply.body?.verification?.checks_run ?? []).map(({ type }) => type)));
  const others = [...types].filter((type) => !['HORIZONTAL_SUM', 'VERTICAL_SUM'].includes(type)).toSorted();
  const said = (type: string, wanted: boolean): CheckCounts['right'] => {
    const own = cases.filter(({ judged }) => judged.header.every(({ verdict }) => verdict === 'right') === wanted);
    return Object.fromEntries(counted(own.map(({ reply }) => verdictOf(reply.body?.verification, type))));
  };
  return others.map((type) => [type, { right: said(type, true), wrong: said(type, false) }]);
}

/** The worst status of several checks of one type. */
function verdictOf(verification: VerificationBody | undefined, wanted: string): string {
  const said = (verification?.checks_run ?? []).filter(({ type }) => type === wanted).map(({ status }) => status);
  return (['FAILED', 'CANNOT_VERIFY', 'PASSED'] as const).find((status) => said.includes(status)) ?? 'none';
}

function outcomesOf({ status, body }: AnsweredDocument['reply']): readonly string[] {
  const code = body?.error?.code;
  return [status === 0 ? 'no answer' : `HTTP ${status}`, ...(code ? [code] : []), ...(status === 200 && !body ? ['body is not JSON'] : [])];
}

function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, all]) => [name, all.length] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}
