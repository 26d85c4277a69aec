import { memoizeByObject } from '../../values/memoize.js';
import type { DocumentIndex } from '../page/document-index.js';
import { fold } from '../print/normalise.js';

/** Whether a document is a till receipt: a row says how it was paid and has an amount. */
export const isReceipt = memoizeByObject((index: DocumentIndex): boolean =>
  index.rows.some(({ text }, order) => tenderIn(text) !== undefined && index.numbersIn(order).length > 0),
);

/** How a till was paid: the cash handed over, the change given back, or a card. */
export type Tender = 'cash' | 'change' | 'card';

/** The kind of payment that the first words of a row name, in the languages of the lexicon; undefined if they name none. */
export const tenderIn = (text: string): Tender | undefined =>
  tenderWords.find(([, words]) => words.test(fold(text).replace(leadingSigns, '')))?.[0];

const leadingSigns = /^[^\p{L}]+/u;

/** Words are folded. Change comes first, because `Cash change` is not cash. */
const tenderWords: readonly (readonly [Tender, RegExp])[] = [
  ['change', /^(?:(?:cash )?changes?(?: due| given)?|(?:zuruck|ruckgeld|wechselgeld)|rendu|monnaie(?: rendue)?|(?:su )?cambio|resto|wisselgeld|troco|vaxel|reszta|povrat)(?![\p{L}])/u],
  ['cash', /^(?:cash(?: received| tendered| paid| payment)?|(?:amount |cash )?tendered|(?:bar|bargeld|barzahlung|gegeben)|especes?|efectivo|entregado|contanti|contante|contant|numerario|dinheiro|kontant|gotowka|gotovina)(?![\p{L}])/u],
  ['card', /^(?:(?:debit |credit )?(?:master ?card|visa|card)|kartenzahlung|kreditkarte|girocard|ec[- ]?(?:karte|cash|lastschrift)|carte bancaire|cb|tarjeta|carta|bancontact|pin|multibanco|kort|karta platnicza|mc\/visa)(?![\p{L}])/u],
]; // biome-ignore format: a table
