import type { OcrWord } from '../ocr/picture.js';
import { type Language, languages } from './core.js';

/**
 * Words that a business paper of each language can hardly do without: articles, prepositions, and what stands on every invoice. Words that
 * two of the languages share are left out, so that each one counts for one language alone.
 */
const words: Readonly<Record<Language, readonly string[]>> = {
  eng: ['the', 'and', 'of', 'for', 'with', 'your', 'you', 'thank', 'invoice', 'amount', 'balance', 'due', 'cash', 'change', 'tax', 'item', 'price', 'qty'],
  deu: ['und', 'der', 'das', 'die', 'mit', 'für', 'rechnung', 'betrag', 'summe', 'mwst', 'ust', 'uhr', 'datum', 'steuer', 'netto', 'brutto', 'gmbh', 'ihr', 'straße', 'str', 'nr', 'eur', 'vielen', 'dank', 'bar'],
  fra: ['le', 'les', 'des', 'du', 'et', 'pour', 'votre', 'vous', 'facture', 'montant', 'tva', 'ttc', 'ht', 'sur', 'prix', 'merci', 'rue', 'client', 'quantité', 'désignation'],
  spa: ['el', 'los', 'las', 'y', 'del', 'por', 'factura', 'importe', 'fecha', 'iva', 'calle', 'gracias', 'cantidad', 'precio', 'nif', 'cif', 'cliente', 'base', 'imponible'],
  ita: ['il', 'di', 'gli', 'della', 'fattura', 'importo', 'imponibile', 'aliquota', 'totale', 'via', 'grazie', 'quantità', 'prezzo', 'partita', 'documento', 'scontrino', 'contanti', 'resto'],
  nld: ['het', 'een', 'van', 'voor', 'en', 'factuur', 'bedrag', 'btw', 'datum', 'totaal', 'aantal', 'prijs', 'klant', 'kvk', 'bon', 'bedankt', 'te', 'betalen', 'straat'],
  por: ['o', 'os', 'do', 'da', 'em', 'fatura', 'valor', 'quantidade', 'preço', 'obrigado', 'contribuinte', 'morada', 'descrição', 'nif', 'rua', 'total', 'taxa', 'pagamento'],
}; // biome-ignore format: a table

/** A language is believed once this many of its words were seen, and half as many again as of the runner-up. */
const fewest = 3;

/** The language of what was read; undefined where too little speaks for one. Accents may be lost: they were read in another language. */
export function languageOf(seen: readonly OcrWord[]): Language | undefined {
  const texts = seen.map(({ text }) => plain(text));
  const counts = plainWords.map(({ language, own }) => ({ language, count: texts.filter((text) => own.has(text)).length }));
  const [first, second] = counts.toSorted((a, b) => b.count - a.count);
  return first && first.count >= fewest && first.count >= 1.5 * (second?.count ?? 0) ? first.language : undefined;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]/g, '');

const plainWords = languages.map((language) => ({ language, own: new Set(words[language].map(plain)) }));
