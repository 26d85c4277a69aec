/** Whether a text is nothing but a number sign. */
export const isNumberSign = (text: string): boolean =>
  !/\d|\s\S+\s/.test(text) &&
  numberWords.test(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}#№]/gu, ''),
  );

/** `No`, `Nr.`, `Nº`, `#` and `Number` alone, in the languages of the lexicon: a label of whatever is named nearby. */
const numberWords = /^(?:[#№]|n|no|nr|nro|num|numero|number|nummer|nombor|numer|numar|cislo|broj|stevilka|st|c|id|αριθμος|αρ|номер)$/;
