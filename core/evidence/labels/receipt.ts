import { memoizeByObject } from '../../values/memoize.js';
import type { DocumentIndex } from '../page/document-index.js';
import { fold } from '../print/normalise.js';

/** Whether a document is the receipt of a till: it says how it was paid, with an amount beside it. */
export const isReceipt = memoizeByObject((index: DocumentIndex): boolean =>
  index.rows.some(({ text }, order) => tenderIn(text) !== undefined && index.numbersIn(order).length > 0),
);

/** How a till was paid: what was handed over in cash, what was given back, what was taken from a card. */
export type Tender = 'cash' | 'change' | 'card';

/** What the words that open a row say of how a till was paid, in the languages of the lexicon; undefined when they say nothing of it. */
export const tenderIn = (text: string): Tender | undefined =>
  tenderWords.find(([, words]) => words.test(fold(text).replace(leadingSigns, '')))?.[0];

const leadingSigns = /^[^\p{L}]+/u;

/** Folded. Change comes first: `Cash change` is none of cash. */
const tenderWords: readonly (readonly [Tender, RegExp])[] = [
  ['change', /^(?:(?:cash )?changes?(?: due| given)?|(?:zuruck|ruckgeld|wechselgeld)|rendu|monnaie(?: rendue)?|(?:su )?cambio|resto|wisselgeld|troco|vaxel|reszta|povrat)(?![\p{L}])/u],
  ['cash', /^(?:cash(?: received| tendered| paid| payment)?|(?:amount |cash )?tendered|(?:bar|bargeld|barzahlung|gegeben)|especes?|efectivo|entregado|contanti|contante|contant|numerario|dinheiro|kontant|gotowka|gotovina)(?![\p{L}])/u],
  ['card', /^(?:(?:debit |credit )?(?:master ?card|visa|card)|kartenzahlung|kreditkarte|girocard|ec[- ]?(?:karte|cash|lastschrift)|carte bancaire|cb|tarjeta|carta|bancontact|pin|multibanco|kort|karta platnicza|mc\/visa)(?![\p{L}])/u],
]; // biome-ignore format: a table
