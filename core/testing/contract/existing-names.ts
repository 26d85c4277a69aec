import { unknown } from '../../contracts/amount.js';
import type { Checkable, Finding, NamedValue, VerifierRule } from '../../contracts/rule.js';
import type { Schema } from '../../contracts/schema.js';
import { columnName } from '../../evidence/check-name.js';
import { isConcept } from '../../evidence/labels/concepts/concepts.js';
import { lexicon } from '../../evidence/labels/lexicon.js';
import { didYouMean } from '../../values/nearest.js';
import type { ReadResult } from './trial.js';

/**
 * Tries whether a rule's needs are concepts, and whether what it says of the examples is said of fields that somebody has. The engine passes over
 * a name that it does not know, so that a misspelt one has no effect at all.
 * @throws Error with what was probably meant
 */
export async function namesWhatExists(rule: VerifierRule, examples: readonly ReadResult[]): Promise<void> {
  const { needs = [] } = rule;
  refuseStrange(needs);
  for (const { id, result, context } of examples) {
    const printed = new Set<string>();
    const findings = await rule.check(noting(result, printed), { ...context, signal: new AbortController().signal });
    const needed = needs.map((need) => (typeof need === 'string' ? need : need.name));
    refuseUnknown(findings, new Set([...needed, ...printed, ...namesIn(result.schema)]), id);
  }
}

function refuseStrange(needs: NonNullable<VerifierRule['needs']>): void {
  const [strange] = needs.flatMap((need): readonly string[] => (typeof need === 'string' && !isConcept(need) ? [need] : []));
  if (strange === undefined) return;
  const guess = didYouMean(strange, Object.keys(lexicon));
  throw new Error(`it needs the concept "${strange}", which does not exist.${guess} Another field is described: { name: '${strange}' }`);
}

function refuseUnknown(findings: readonly Finding[], known: ReadonlySet<string>, id: string): void {
  const fields = findings.filter(isVerdict).flatMap((finding) => finding.fields);
  const missing = fields.find((field) => !isKnown(field, known));
  if (missing === undefined) return;
  const guess = didYouMean(missing, [...known]);
  throw new Error(`${id}: it names the field "${missing}", which is neither in the schema nor in its needs.${guess}`);
}

/** The result, which tells what it names amounts that are printed and are no field. */
function noting(result: Checkable, names: Set<string>): Checkable {
  const noted = <Values extends readonly NamedValue[] | undefined>(values: Values): Values => {
    for (const { field } of values ?? []) names.add(field);
    return values;
  };
  return { ...result, shadow: (concept) => noted(result.shadow(concept)), between: (from, to) => noted(result.between(from, to)) };
}

/** What cannot be verified names what is missing, and so is no silent mistake. */
const isVerdict = (finding: Finding): boolean =>
  'holds' in finding ? finding.holds !== null : finding.expected !== unknown && finding.actual !== unknown;

/** 'line_items[0].amount' is known as 'line_items[].amount', and a concept under its own name. */
const isKnown = (field: string, known: ReadonlySet<string>): boolean =>
  known.has(field) || known.has(field.replaceAll(/\[\d+\]/g, '[]')) || isConcept(field);

/** The fields as checks name them, and the arrays, whose names stand for their amounts. */
const namesIn = ({ fields }: Schema): readonly string[] =>
  fields.flatMap(({ path }) => [columnName(path), ...(path.includes('[]') ? [columnName(path.slice(0, path.indexOf('[]')))] : [])]);
