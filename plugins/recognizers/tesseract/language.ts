import type { OcrWord } from '../ocr/picture.js';
import { languages, type TesseractLanguage } from './languages.js';

/**
 * Words that nearly every business document in a language contains: articles, prepositions, and the words of invoices. Words that
 * two languages share are left out, with few exceptions, so that a word counts for one language.
 */
const words: Readonly<Record<TesseractLanguage, readonly string[]>> = {
  eng: ['the', 'and', 'of', 'for', 'with', 'your', 'you', 'thank', 'invoice', 'amount', 'balance', 'due', 'cash', 'change', 'tax', 'item', 'price', 'qty'],
  deu: ['und', 'der', 'das', 'die', 'mit', 'für', 'rechnung', 'betrag', 'summe', 'mwst', 'ust', 'uhr', 'datum', 'steuer', 'netto', 'brutto', 'gmbh', 'ihr', 'straße', 'str', 'nr', 'eur', 'vielen', 'dank', 'bar'],
  fra: ['le', 'les', 'des', 'du', 'et', 'pour', 'votre', 'vous', 'facture', 'montant', 'tva', 'ttc', 'ht', 'sur', 'prix', 'merci', 'rue', 'client', 'quantité', 'désignation'],
  spa: ['el', 'los', 'las', 'y', 'del', 'por', 'factura', 'importe', 'fecha', 'iva', 'calle', 'gracias', 'cantidad', 'precio', 'nif', 'cif', 'cliente', 'base', 'imponible'],
  ita: ['il', 'di', 'gli', 'della', 'fattura', 'importo', 'imponibile', 'aliquota', 'totale', 'via', 'grazie', 'quantità', 'prezzo', 'partita', 'documento', 'scontrino', 'contanti', 'resto'],
  nld: ['het', 'een', 'van', 'voor', 'en', 'factuur', 'bedrag', 'btw', 'datum', 'totaal', 'aantal', 'prijs', 'klant', 'kvk', 'bon', 'bedankt', 'te', 'betalen', 'straat'],
  por: ['o', 'os', 'do', 'da', 'em', 'fatura', 'valor', 'quantidade', 'preço', 'obrigado', 'contribuinte', 'morada', 'descrição', 'nif', 'rua', 'total', 'taxa', 'pagamento'],
}; // biome-ignore format: a table

/** A language is accepted with this many of its words, and with this many times the words of the runner-up. */
const minWords = 3;
const minLead = 1.5;

/** The language of a text; undefined where it is unclear. Ignores accents, which a pass in another language may have lost. */
export function languageOf(text: readonly OcrWord[]): TesseractLanguage | undefined {
  const found = text.map((word) => plain(word.text));
  const counts = plainWords.map(({ language, own }) => ({ language, count: found.filter((word) => own.has(word)).length }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  return first && first.count >= minWords && first.count >= minLead * (second?.count ?? 0) ? first.language : undefined;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]/g, '');

const plainWords = languages.map((language) => ({ language, own: new Set(words[language].map(plain)) }));
