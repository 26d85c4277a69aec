import { hasContactDetails, hasLegalForm, hasPostalCode, labelsIn, tenderIn } from '../../../../core/text.js';
import type { PlacedPhrase } from '../page/blocks.js';
import { type DocumentLayout, letters, type PageLine, type Phrase, textOf } from '../page/layout.js';
import { nameIn, registration } from './names.js';
import { isStreet } from './places.js';

/** The shop that printed a receipt. It is sure where the lines under the name confirm it. */
export interface Shop extends PlacedPhrase {
  readonly name: string;
  readonly sure: boolean;
}

/**
 * The shop at the top of a receipt, which is known by its payment line: the company above the address, else the first name there. Source:
 * the order that tax laws ask of a simplified invoice, name, registration and address of the supplier.
 */
export function shopOn(layout: DocumentLayout): Shop | undefined {
  if (!layout.lines.some((line) => line.numbers.length > 0 && tenderIn(textOf(line, 0, line.words.length)))) return undefined;
  const head = layout.lines
    .filter(({ page, box }) => page === layout.firstPage && box.y < maxHeadShare * (layout.heights.get(page) ?? 0))
    .slice(0, maxHeadLines);
  const all = head.flatMap((line) => line.phrases.flatMap((phrase) => named(line, phrase)));
  const end = head.find((line) => all[0] && line.number > all[0].line.number && isReach(line));
  const names = all.filter(({ line }) => end && line.number <= end.number);
  const company = names.find(({ name }) => hasLegalForm(name));
  const first = company ?? names[0];
  return first && { ...first, sure: isSure(first, head, company !== undefined) };
}

/** How much of the page height, and how many lines, the head of a receipt takes up at most. */
const maxHeadShare = 0.45;
const maxHeadLines = 14;

/** Whether a line is part of an address, a phone or a tax number. A line of goods or with a date is not. */
function isReach(line: PageLine): boolean {
  const text = textOf(line, 0, line.words.length);
  return isOfAddress(line) && (isStreet(text) || hasPostalCode(text) || hasContactDetails(text));
}

const isOfAddress = ({ dates, numbers }: PageLine): boolean => dates.length === 0 && numbers.every(({ value }) => value.decimals !== 2);

function named(line: PageLine, phrase: Phrase): readonly (PlacedPhrase & { readonly name: string })[] {
  const name = nameIn(phrase.text);
  const isText =
    name !== undefined && letters(name) >= minNameLetters && certaintyOf(line, phrase) >= minCertainty && labelsIn(name).length === 0;
  return isText ? [{ line, phrase, name }] : [];
}
const minNameLetters = 4;

/** A name that OCR is less certain of cannot be the basis for others. */
const minCertainty = 0.6;
const certaintyOf = (line: PageLine, { from, to }: Phrase): number =>
  Math.min(...line.words.slice(from, to).map(({ certainty = 1 }) => certainty));

/** A company is sure with two of: register number, street or town with postal code, phone or tax number. Other names need the last two. */
function isSure({ line, phrase }: PlacedPhrase, head: readonly PageLine[], isCompany: boolean): boolean {
  const under = head
    .filter((other) => other.number > line.number && other.number <= line.number + maxLinesBelowName && isOfAddress(other))
    .map((other) => textOf(other, 0, other.words.length));
  const isRegistered = isCompany && [phrase.text, under[0] ?? ''].some((text) => registration.test(text));
  const isPlaced = under.some((text) => hasPostalCode(text) || (isCompany && isStreet(text)));
  const isReached = under.some((text) => hasContactDetails(text) || taxNumber.test(text));
  return Number(isRegistered) + Number(isPlaced) + Number(isReached) > 1;
}
const maxLinesBelowName = 8;
const taxNumber = /^\W*(?:GST|VAT|TAX)\b[^\d]{1,16}\d{6}/i;
