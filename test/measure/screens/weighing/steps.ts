import { logistic, logit } from '../../../../core/evidence/scoring/weigh.js';
import type { FieldEvidence } from '../../../../server/client/index.js';

/** One thing that moves a value's log-odds. */
export interface Step {
  readonly kind: 'prior' | 'for' | 'against' | 'veto';
  /** The log-odds before it and after it. */
  readonly from: number;
  readonly to: number;
  /** Its own sentence: 'Exact match: quote on page 1'. */
  readonly says: string;
  /** The finding: 'evidence.exact'. */
  readonly name?: string;
}

/** A finding that weighs less than this, in log-odds, is shown together with others. */
const small = 0.3;

/** Characters of a sentence that has room with its reason, and of the longest one that has room at all. */
const roomy = 40;
const longest = 54;

type Finding = NonNullable<FieldEvidence['evidence']>['findings'][number];

/**
 * From the prior to the score: the weights, what speaks for the value first, so that it climbs and then falls. A veto comes last, where it
 * holds less than the sum. @throws when the entry has no evidence, or is of a null, whose evidence is not added up
 */
export function stepsOf({ field, evidence }: FieldEvidence): readonly Step[] {
  if (evidence?.prior === undefined)
    throw new Error(`${field} has no evidence that adds up: a null, or not asked for with include=evidence`);
  const { prior, findings } = evidence;
  const weights = inOrder(findings);
  const sums = weights.map((_, at) => weights.slice(0, at).reduce((sum, { weight }) => sum + weight, prior));
  return [
    { kind: 'prior', from: 0, to: prior, says: "what this reader's word is worth", name: 'prior' },
    ...weights.map((one, at) => moved(one, sums[at] ?? prior)),
    ...vetoed(findings, sumOf(evidence)),
  ];
}

/** The log-odds of a value by all its findings, before vetoes. */
export const sumOf = ({ prior = 0, findings }: NonNullable<FieldEvidence['evidence']>): number =>
  findings.reduce((sum, { weight = 0 }) => sum + weight, prior);

interface Weight {
  readonly weight: number;
  readonly says: string;
  readonly name?: string;
}

function inOrder(findings: readonly Finding[]): readonly Weight[] {
  const weights = findings.map(({ name, weight = 0, says }) => ({ name, weight, says: sentence(says, name) }));
  const rest = weights.filter(({ weight }) => Math.abs(weight) < small);
  const together = { weight: rest.reduce((sum, { weight }) => sum + weight, 0), says: 'all other findings together' };
  const large: readonly Weight[] = weights.filter((one) => !rest.includes(one));
  return [...large, ...(together.weight === 0 ? [] : [together])].toSorted((a, b) => b.weight - a.weight);
}

const moved = ({ weight, says, name }: Weight, from: number): Step => ({
  kind: weight < 0 ? 'against' : 'for',
  from,
  to: from + weight,
  says,
  ...(name && { name }),
});

/** The strictest veto, where it is lower than what the evidence adds up to. */
function vetoed(findings: readonly Finding[], from: number): readonly Step[] {
  const vetoes = findings.flatMap(({ name, says, at_most: most }) => (most === undefined ? [] : [{ name, says, most }]));
  const [strictest] = vetoes.toSorted((a, b) => a.most - b.most);
  if (!strictest || strictest.most >= logistic(from)) return [];
  const { name, says, most } = strictest;
  return [{ kind: 'veto', from, to: logit(most), says: sentence(says, name), name }];
}

/** A long sentence loses the reason that begins it; a reason alone says less than the name of its finding. */
function sentence(says: string, name: string): string {
  const [, told] = /: (.+)$/.exec(says) ?? [];
  if (told === undefined) return name;
  return says.length <= roomy ? says : shortened(told);
}

const shortened = (says: string): string => (says.length <= longest ? says : `${says.slice(0, longest - 1)}…`);
