import {
  type DocumentIndex,
  gapBetween,
  hasContactDetails,
  hasLegalForm,
  hasPostalCode,
  labelsIn,
  letters,
  type PageLine,
  type Phrase,
  placed,
  squash,
  tenderIn,
} from '../../../../core/text.js';
import { doubtful, type WordRange } from '../find.js';
import { type DocumentLayout } from '../layout.js';
import type { PhraseBlock, PlacedPhrase } from './blocks.js';
import { contains, isAlike } from './issuer-signs.js';
import { type HeadedParties, letterhead } from './letterhead.js';
import { nameIn, registration } from './names.js';
import { likeliest } from './party-choice.js';
import type { PartyNames } from './party-details.js';
import { type Headed, headed, payee } from './party-headings.js';
import learned from './party-weights.json' with { type: 'json' };
import { isStreet } from './places.js';
import { addressedNames, type RecipientFacts } from './recipient.js';

/** The seller and the buyer: by headings, else by where receipts and letters name them. */
export function findParties(layout: DocumentLayout, blocks: readonly PhraseBlock[]): PartyNames {
  const headings = headedParties(layout);
  const issuer = letterhead(layout, blocks, headings);
  const found = shopOn(layout);
  const shop = [headings.buyer, headings.receiver].some((other) => other && other.name === found?.name) ? undefined : found;
  const known = shop && (hasLegalForm(shop.name) || !issuer?.sure) ? shop : issuer;
  const sure = known?.sure || (issuer?.sure && issuer.name === known?.name) || false;
  const sender = known && asHeaded(known, sure);
  const seller = wholeName(headed(layout, 'seller') ?? (sure ? sender : (paidOrDoubted(headings.payee, sender) ?? sender)), layout, blocks);
  const buyer = wholeName(headings.buyer ?? recipient({ layout, blocks, seller, receiver: headings.receiver }), layout, blocks);
  return { ...(seller ? { seller } : {}), ...(buyer && buyer.name !== seller?.name ? { buyer } : {}) };
}

/** The parties that headings name, but for the seller. */
export const headedParties = (layout: DocumentLayout): HeadedParties => ({
  buyer: headed(layout, 'buyer'),
  receiver: headed(layout, 'delivery'),
  payee: payee(layout),
});

/**
 * A name with its end in the line below. It is doubtful where only its type says that the lines belong together, or that line may be another
 * company, and where a gap as between columns parts the name.
 */
function wholeName(found: Headed | undefined, { index }: DocumentLayout, blocks: readonly PhraseBlock[]): Headed | undefined {
  if (!found) return undefined;
  const { line, phrase, name, find } = found;
  const [under, next] = hasLegalForm(name) || !squash(phrase.text).endsWith(squash(name)) ? [] : phrasesUnder(phrase, blocks);
  const isBroken = phrase.text.endsWith('-') && under !== undefined && hasLegalForm(under.text);
  const whole = `${name}${isBroken ? '-' : ' '}${under?.text ?? ''}`;
  const goesOn = under && (isBroken || isFormOf(name, under.text) || isPrinted(whole, under.text, index));
  if (goesOn || (under && isSetAlike(phrase, under, next)))
    return { ...found, name: whole, find: { ...(goesOn ? find : doubtful(find)), value: whole, quote: `${find.quote} ${under.text}` } };
  const isCut = under !== undefined && under.text.split(' ').length <= maxWordsOfEnd && hasLegalForm(under.text);
  return isCut || isParted(line, wordsOf(name, phrase)) ? { ...found, find: doubtful(find) } : found;
}
const maxWordsOfEnd = 2;

/** The phrases below one in its block. */
function phrasesUnder(phrase: Phrase, blocks: readonly PhraseBlock[]): readonly Phrase[] {
  const block = blocks.find((placed) => placed.some((one) => one.phrase === phrase)) ?? [];
  return block.slice(block.findIndex((placed) => placed.phrase === phrase) + 1).map((placed) => placed.phrase);
}

/** Whether a text is no more than the legal form of a name. */
const isFormOf = (name: string, end: string): boolean =>
  end.split(' ').length <= maxWordsOfEnd && !hasLegalForm(end) && hasLegalForm(`${name} ${end}`);

/** Whether a name of two lines stands elsewhere in one. */
const isPrinted = (whole: string, end: string, { phrases }: DocumentIndex): boolean =>
  nameIn(end) !== undefined && phrases.some(({ text }) => contains(text, whole));

/** Whether two lines have one size, and what follows another one, or a wider gap above it. */
function isSetAlike(first: Phrase, second: Phrase, next: Phrase | undefined): boolean {
  const [height, pitch] = [first.box.height, second.box.y - first.box.y];
  const isOther = next && (!isNearly(next.box.height, height, maxSizeShare) || next.box.y - second.box.y > minPitchRatio * pitch);
  return isOther === true && nameIn(second.text) !== undefined && isNearly(second.box.height, height, maxSizeShare);
}
const maxSizeShare = 0.05;
const minPitchRatio = 1.4;
const isNearly = (a: number, b: number, share: number): boolean => Math.abs(a - b) <= share * b;

/** The words of a phrase that print a name; all of them where it was cut otherwise. */
function wordsOf(name: string, phrase: Phrase): WordRange {
  const start = phrase.text.indexOf(name);
  return start < 0 ? phrase : placed(phrase, 'own', { from: start, to: start + name.length });
}

/** Whether one gap between words is far wider than another: the texts of two columns may stand close together. */
function isParted({ words }: PageLine, { from, to }: WordRange): boolean {
  const gaps = words.slice(from + 1, to).map((word, at) => gapBetween(words[from + at] ?? word, word));
  return Math.max(...gaps) >= minColumnGapHeights && Math.max(...gaps) >= minGapRatio * Math.min(...gaps);
}
const minColumnGapHeights = 0.5;
const minGapRatio = 2;

/** The payee is mostly the sender; where a company with another name sends the document, it may only collect for it. */
function paidOrDoubted(paidParty: Headed | undefined, sender: Headed | undefined): Headed | undefined {
  if (!paidParty || !sender || !hasLegalForm(sender.name) || isAlike(squash(paidParty.name), squash(sender.name))) return paidParty;
  return { ...paidParty, find: doubtful(paidParty.find) };
}

const asHeaded = ({ line, phrase, name }: PlacedPhrase & { readonly name: string }, sure: boolean): Headed => ({
  line,
  phrase,
  name,
  find: { value: name, page: line.page, quote: phrase.text, confidence: sure ? 'likely' : 'unsure', reason: 'header' },
});

/** The name that a letter without a heading for it is for. */
function recipient(letter: RecipientFacts): Headed | undefined {
  const found = likeliest(addressedNames(letter), learned.recipient);
  return found && asHeaded(found, found.sure);
}

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
  if (!layout.lines.some((line) => line.numbers.length > 0 && tenderIn(line.text))) return undefined;
  const head = layout.lines
    .filter(({ page, box }) => page === layout.index.firstPage && box.y < maxHeadShare * layout.index.heightOf(page))
    .slice(0, maxHeadLines);
  const all = head.flatMap((line) => line.phrases.flatMap((phrase) => named(line, phrase)));
  const end = head.find((line) => all[0] && line.number > all[0].line.number && confirmsShop(line));
  const names = all.filter(({ line }) => end && line.number <= end.number);
  const company = names.find(({ name }) => hasLegalForm(name));
  const first = company ?? names[0];
  return first && { ...first, sure: isSure(first, head, company !== undefined) };
}

/** How much of the page height, and how many lines, the head of a receipt takes up at most. */
const maxHeadShare = 0.45;
const maxHeadLines = 14;

/** Whether a line is part of an address, a phone or a tax number. A line of goods or with a date is not. */
function confirmsShop(line: PageLine): boolean {
  const text = line.text;
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
    .map((other) => other.text);
  const isRegistered = isCompany && [phrase.text, under[0] ?? ''].some((text) => registration.test(text));
  const isPlaced = under.some((text) => hasPostalCode(text) || (isCompany && isStreet(text)));
  const isReached = under.some((text) => hasContactDetails(text) || taxNumber.test(text));
  return Number(isRegistered) + Number(isPlaced) + Number(isReached) > 1;
}
const maxLinesBelowName = 8;
const taxNumber = /^\W*(?:GST|VAT|TAX)\b[^\d]{1,16}\d{6}/i;
