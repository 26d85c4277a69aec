import type { Concept } from '../../contracts/concept.js';
import { memoize, memoizeByObject, once } from '../../values/memoize.js';
import { fold } from '../print/normalise.js';
import { carryOver, columnLabels, creditNoteTitles, documentTitles, fromTo, lexicon, roleHeadings } from './lexicon.js';
import { type PhraseFinder, type PhraseMatch, phraseFinder } from './phrases.js';

/** A label found in a text: its concept, its printed form, and its offsets in the text (end exclusive). */
export interface LabelMatch {
  readonly concept: Concept | 'own';
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/** Labels that count besides the lexicon: the words of one of the caller's fields, and their concept if it is known. */
export interface OwnLabels {
  readonly concept?: Concept;
  readonly words: readonly string[];
}

/** The longest label in a text, and the last one among equals; undefined if there is none. */
export function labelIn(text: string, own?: OwnLabels): LabelMatch | undefined {
  return labelsIn(text, own).reduce<LabelMatch | undefined>(
    (best, match) => (best && best.to - best.from > match.to - match.from ? best : match),
    undefined,
  );
}

/** All labels in a text, in reading order and without overlaps; a longer label hides shorter ones inside it. */
export const labelsIn = (text: string, own?: OwnLabels): readonly LabelMatch[] => (own ? withOwn(own) : finders.labels())(text);

/** The heading of a column of lines, or of a party's block. The role `delivery` is neither party. */
export type ColumnConcept = keyof typeof columnLabels;
export type Role = keyof typeof roleHeadings;
export type ColumnMatch = PhraseMatch<ColumnConcept>;
export type RoleMatch = PhraseMatch<Role>;

/** The column headers in a text, in reading order and without overlaps. */
export const columnsIn = (text: string): readonly ColumnMatch[] => finders.columns()(text);

/** The concept of a column with this header; the longest header wins. */
export const columnIn = (text: string): ColumnConcept | undefined => longest(columnsIn(text));

/** The party headings in a text, in reading order. */
export const rolesIn = (text: string): readonly RoleMatch[] => finders.roles()(text);

/** The role of the block that this heading opens. */
export const roleIn = (text: string): Role | undefined => longest(rolesIn(text));

/** Kinds of text that are neither a label nor a value, recognized by a phrase. */
export type TextMark = 'carry-over' | 'credit-note' | 'title';
export type MarkMatch = PhraseMatch<TextMark>;

/** The marks in a text, in reading order. */
export const marksIn = (text: string): readonly MarkMatch[] => finders.marks()(text);

/** The longest mark in a text. */
export const markIn = (text: string): TextMark | undefined => longest(marksIn(text));

const longest = <Name>(matches: ReturnType<PhraseFinder<Name>>): Name | undefined =>
  [...matches].sort((a, b) => b.to - b.from - (a.to - a.from))[0]?.name;

/** Adds a field's own words to the lexicon. They win where both match the same phrase, because the caller knows better. */
const withOwn = memoizeByObject((own: OwnLabels): LabelFinder => {
  const mine = labelFinder([[own.concept ?? 'own', own.words]]);
  const others = finders.labels();
  return (text) => {
    const first = mine(text);
    const rest = others(text);
    if (first.length === 0) return rest;
    const kept = first.filter((match) => !rest.some((other) => overlaps(match, other) && other.to - other.from > match.to - match.from));
    return [...kept, ...rest.filter((match) => !kept.some((other) => overlaps(match, other)))].sort((a, b) => a.from - b.from);
  };
});

/** A label as the words after it mean it: `Net 30` is a term of payment, and `Solde de votre facture précédente` an amount of another document. */
function asMeant(match: LabelMatch, text: string): readonly LabelMatch[] {
  const after = text.slice(match.to);
  if (/^net$/i.test(text.slice(match.from, match.to)) && termAlone.test(after)) return [];
  return sumsToPay.has(match.concept) && ofEarlier.test(after) ? [{ ...match, concept: 'other_amount' }] : [match];
}
/** The usual days of a term, and nothing but their unit behind them. */
const termAlone = /^\s+(?:7|8|10|14|15|20|21|28|30|45|60|75|90)(?:;|\.?\s*$|\s+(?:days?|tage|jours|eom)\b)/i;

const sumsToPay = new Set<LabelMatch['concept']>(['total', 'amount_due']);

const oneOf = (words: string): string => `(?:${words.split(' ').join('|')})`;
const links = oneOf('of from on for the your de du des la le votre del della da do su tu van uw von vom aus der ihrer från fra');
const billed = oneOf('balance saldo solde bill invoice facture factura fattura fatura');
const earlier = oneOf(
  'previous prior(?!\\sto) earlier preceding vorherig vorig letzt früher précédent antérieur anterior precedent föregående forrige',
);
const latest = oneOf('last derni[eè]re? [uú]ltim[ao] laatste senaste siste');
const periods = oneOf(
  'bill invoice statement month facture relev[eé] mois factura extracto mes fattura bolletta mese factuur maand fatura mês faktura',
);
/** What follows the label of a sum that is not this document's: `of your previous invoice`, `de votre dernière facture`. */
const ofEarlier = new RegExp(`^\\s\\(?(?:(?:${links}|${billed})\\s|[dl][’'])*(?:${earlier}|${latest}\\s${periods})`, 'iu');

type LabelFinder = (text: string) => readonly LabelMatch[];

function labelFinder(table: Iterable<readonly [LabelMatch['concept'], readonly string[]]>): LabelFinder {
  const find = phraseFinder(table);
  return (text) => find(text).flatMap(({ name, phrase, from, to }) => asMeant({ concept: name, label: phrase, from, to }, text));
}

const overlaps = (a: { from: number; to: number }, b: { from: number; to: number }): boolean => a.from < b.to && b.from < a.to;

const entries = <Name extends string>(table: Readonly<Record<Name, readonly string[]>>): (readonly [Name, readonly string[]])[] =>
  Object.entries(table) as [Name, readonly string[]][];

/** Compiled at first use, so that importing this file costs nothing. */
const finders = {
  labels: once(() => memoize(labelFinder(entries(lexicon)))),
  columns: once(() => memoize(phraseFinder<ColumnConcept>(entries(columnLabels)))),
  roles: once(() => {
    const find = phraseFinder<Role>([...entries(roleHeadings), ...entries(fromTo)]);
    const particles = new Set(Object.values(fromTo).flat().map(fold));
    return memoize((text) => find(text).filter(({ phrase, to }) => !particles.has(fold(phrase)) || /^\s*:/.test(text.slice(to))));
  }),
  marks: once(() =>
    memoize(
      phraseFinder<TextMark>([
        ['carry-over', carryOver],
        ['credit-note', creditNoteTitles],
        ['title', documentTitles],
      ]),
    ),
  ),
};
