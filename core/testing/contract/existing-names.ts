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
  const needs = (rule.needs ?? []).map((need): string => (typeof need === 'string' ? need : need.name));
  const strange = (rule.needs ?? []).map(String).find((need, at) => need === needs[at] && !isConcept(need));
  if (strange !== undefined)
    throw new Error(
      `it needs the concept "${strange}", which does not exist.${didYouMean(strange, Object.keys(lexicon))} Another field is described: { name: '${strange}' }`,
    );
  for (const { id, result, context } of examples) {
    const printed = new Set<string>();
    const findings = await rule.check(noting(result, printed), { ...context, signal: new AbortController().signal });
    const known = new Set([...needs, ...printed, ...namesIn(result.schema)]);
    const missing = findings.filter(isVerdict).flatMap(({ fields }) => fields.filter((field) => !isKnown(field, known)));
    if (missing[0] !== undefined)
      throw new Error(
        `${id}: it names the field "${missing[0]}", which is neither in the schema nor in its needs.${didYouMean(missing[0], [...known])}`,
      );
  }
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
