import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { type Span } from '../../page/page-index.js';
import { linesFrom, phraseAt } from '../../page/surroundings.js';
import { hasLegalForm, hasPostalCode } from '../../print/addresses.js';
import learned from './exchange-weights.json' with { type: 'json' };
import { followsFormOfAddress, namesDomainElsewhere } from './role-signs.js';

/** A name of a party, and where it stands without a heading. */
export interface PlacedName {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly phrases: readonly Phrase[];
}

export function placedName(text: string, all: readonly Span[], index: DocumentIndex): PlacedName {
  const spans = all.slice(0, mostPlaces);
  return { text, spans, phrases: spans.flatMap((span) => phraseAt(span, index) ?? []) };
}

/** More places say no more. The limit keeps hostile pages cheap. */
const mostPlaces = 100;

/** What may tell which of two names is the issuer's: each holds of one beside the other. */
const signs = {
  first: (own, other) => orderOf(own) < orderOf(other),
  'at the top': (own, _, index) => standsAbove(topShare, own, index),
  'near the top': (own, _, index) => standsAbove(upperShare, own, index),
  'of a site or mailbox elsewhere': ({ spans }, _, index) => spans.some((span) => namesDomainElsewhere(span, index)),
  'in several places': ({ phrases }) => phrases.length > 1,
  'in more places': (own, other) => own.phrases.length > other.phrases.length,
  'over an address': ({ phrases }, _, index) =>
    phrases.some((phrase) => linesFrom(phrase, 'below', index).some(({ text }) => hasPostalCode(text))),
  'on the left': (own, other) => leftOf(own) + minShiftPoints < leftOf(other),
  'in larger type': (own, other) => heightOf(own) > minSizeRatio * heightOf(other),
  'with a legal form': ({ text }) => hasLegalForm(text),
  'with a form of address': ({ spans }, _, index) => spans.some((span) => followsFormOfAddress(span, index)),
} as const satisfies Readonly<Record<string, (own: PlacedName, other: PlacedName, index: DocumentIndex) => boolean>>;

export type ExchangeSign = keyof typeof signs;
export const exchangeSigns = Object.keys(signs) as readonly ExchangeSign[];

const [topShare, upperShare] = [0.1, 0.2];
const minShiftPoints = 40;
const minSizeRatio = 1.25;

/** The signs that one name shows beside another one. */
export const signsBeside = (own: PlacedName, other: PlacedName, index: DocumentIndex): readonly ExchangeSign[] =>
  exchangeSigns.filter((sign) => signs[sign](own, other, index));

/** Which of two names is the issuer's, by the signs of each beside the other. */
export interface IssuerComparison {
  /** How likely the first is the issuer and not the second, 0 to 1. */
  readonly chance: number;
  /** What only the second name shows. */
  readonly ofOther: readonly ExchangeSign[];
}

/**
 * Compares two names of which no heading says who is who. Weights, in log-odds, are learned by `npm run parties` from such pairs.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974).
 */
export function comparedWith(name: PlacedName, other: PlacedName, index: DocumentIndex): IssuerComparison {
  const [own, others] = [signsBeside(name, other, index), signsBeside(other, name, index)];
  const chance = 1 / (1 + Math.exp(oddsOf(others) - oddsOf(own)));
  return { chance, ofOther: others.filter((sign) => !own.includes(sign)) };
}

const oddsOf = (shown: readonly ExchangeSign[]): number => shown.reduce((sum, sign) => sum + weights[sign], 0);
const weights: Readonly<Record<ExchangeSign, number>> = learned;

const orderOf = ({ phrases }: PlacedName): number => Math.min(...phrases.map(({ order }) => order));
const leftOf = ({ phrases }: PlacedName): number => Math.min(...phrases.map(({ box }) => box.x));
const heightOf = ({ phrases }: PlacedName): number => Math.max(...phrases.map(({ box }) => box.height));

const standsAbove = (share: number, { phrases }: PlacedName, index: DocumentIndex): boolean =>
  phrases.some(({ row, box }) => row.page === index.firstPage && box.y < share * index.heightOf(row.page));
