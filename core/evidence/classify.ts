import type { Classification, SchemaChoice } from '../contracts/classification.js';
import type { Field } from '../contracts/schema.js';
import { memoizeByObject } from '../values/memoize.js';
import { conceptsOn, kindNamed, signsOfKind, titleSigns, type WeighedSign } from './document-kinds.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { fieldLabels } from './labels/concepts/own-labels.js';
import { type PhraseFinder, phraseFinder } from './labels/phrases.js';
import type { DocumentIndex } from './page/document-index.js';

/** So much likelier than all others a schema must be. */
const least = 0.6;
/** What speaks for none of the schemas before anything is found, in log-odds. */
const none = 0.5;

/** Which of these schemas a document belongs to, by what it calls itself, the words of the host, and the fields that only one of them has. */
export function classify(index: DocumentIndex, choices: readonly SchemaChoice[]): Classification {
  const rare = rarityOf(choices);
  const weighed = choices.map((choice) => {
    const signs = signsFor(index, choice, rare).toSorted((a, b) => b.weight - a.weight);
    return { choice, signs, odds: Math.exp(signs.reduce((sum, { weight }) => sum + weight, 0)) };
  });
  const all = weighed.reduce((sum, { odds }) => sum + odds, Math.exp(none));
  const [best, ...others] = weighed.toSorted((a, b) => b.odds - a.odds);
  return {
    schema: best && best.odds / all >= least ? best.choice : undefined,
    candidates: [...(best ? [best] : []), ...others].map(({ choice: { name, version }, odds, signs }) => ({
      name,
      version,
      score: Math.round((odds / all) * 100) / 100,
      signs: signs.flatMap(({ says, weight }) => (weight > 0 ? [says] : [])),
    })),
  };
}

function signsFor(index: DocumentIndex, choice: SchemaChoice, rare: (field: Field) => number): readonly WeighedSign[] {
  const kind = kindNamed(choice.title);
  const own = finderOf(choice);
  const ofKind = kind === undefined ? titleSigns(index, own.title) : signsOfKind(index, kind);
  return [...ofKind, ...wordSigns(index, own.words), ...fieldSigns(index, choice, rare)];
}

const finderOf = memoizeByObject(({ title, words }: SchemaChoice) => ({
  title: phraseFinder([['title', [title]]]),
  words: phraseFinder(words.map((word) => [word, [word]] as const)),
}));

const wordWeight = 4;
const mostWords = 2;

/** The host's own words, wherever they stand. */
function wordSigns({ rows }: DocumentIndex, find: PhraseFinder<string>): readonly WeighedSign[] {
  const found = new Map(rows.flatMap(({ text, page }) => find(text).map(({ name, phrase }) => [name, { phrase, page }] as const)));
  return [...found.values()].slice(0, mostWords).map(({ phrase, page }) => ({ weight: wordWeight, says: `"${phrase}" on page ${page}` }));
}

/** What all fields of a schema that no other has would weigh; as many as these are needed for half of it. */
const fieldWeight = 4;
const halfRarity = 4;

/** Fields of which the labels are printed, each by how few of the schemas have it. */
function fieldSigns(index: DocumentIndex, { schema }: SchemaChoice, rare: (field: Field) => number): readonly WeighedSign[] {
  const found = schema.fields.filter((field) => rare(field) > 0 && isLabelled(field, index));
  const sum = found.reduce((total, field) => total + rare(field), 0);
  if (sum === 0) return [];
  const names = found.toSorted((a, b) => rare(b) - rare(a)).slice(0, 3);
  return [
    {
      weight: (fieldWeight * sum) / (sum + halfRarity),
      says: `its fields are labelled: ${names.map(({ path }) => path.slice(2)).join(', ')}`,
    },
  ];
}

const meaningOf = (field: Field): string => conceptOf(field) ?? fieldLabels(field)[0] ?? field.path;

/** How rare a field is among the schemas, from 0 where all have it. */
function rarityOf(choices: readonly SchemaChoice[]): (field: Field) => number {
  const counts = new Map<string, number>();
  for (const { schema } of choices)
    for (const meaning of new Set(schema.fields.map(meaningOf))) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return (field) => Math.log2(choices.length / (counts.get(meaningOf(field)) ?? 1));
}

/** Whether a phrase begins with a label of the field: that of its concept, or its own words. */
function isLabelled(field: Field, index: DocumentIndex): boolean {
  const concept = conceptOf(field);
  if (concept !== undefined) return conceptsOn(index).has(concept);
  const find = labelsOf(field);
  return index.phrases.some(({ text }) => find(text).some(({ from }) => from === 0));
}

const labelsOf = memoizeByObject((field: Field) => phraseFinder([['own', fieldLabels(field)]]));
