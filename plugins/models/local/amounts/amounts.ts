import type { Decimal } from '../../../../core/index.js';
import { type NumberStyle, numberStyle, type PrintedNumber, type RowToken, readingsIn } from '../../../../core/text.js';
import type { DocumentLayout, PageLine } from '../page/layout.js';

/** A printed amount of money. */
export interface MoneyAmount {
  readonly line: PageLine;
  readonly token: RowToken<PrintedNumber>;
  readonly value: Decimal;
}

export const styleOf = (layout: DocumentLayout): NumberStyle | undefined =>
  numberStyle(layout.lines.flatMap(({ numbers }) => numbers.map(({ text }) => text)));

/** The amounts of a line: numbers with two decimals or a currency that are not percentages. */
export function amountsOn(line: PageLine, style: NumberStyle | undefined): readonly MoneyAmount[] {
  return line.numbers.flatMap((token) => {
    const { percent, decimals, currency } = token.value;
    const [value] = readingsIn(token.text, style);
    if (percent || value === undefined || (decimals !== 2 && currency === undefined)) return [];
    return [{ line, token, value }];
  });
}

/** The whole numbers of a line. Beside the label of a sum these are money too, unless a unit of time or the like follows. */
export function roundAmountsOn(line: PageLine, style: NumberStyle | undefined): readonly MoneyAmount[] {
  return line.numbers.flatMap((token) => {
    const [value] = readingsIn(token.text, style);
    return value === undefined || token.value.percent || token.value.decimals === 2 || isDuration(line, token)
      ? []
      : [{ line, token, value }];
  });
}

/** Whether a number is a duration, by the words right after it: `30 days`, `14-day`. */
function isDuration(line: PageLine, { to }: { readonly to: number }): boolean {
  const [next = '', after = ''] = line.words.slice(to, to + 2).map(({ text }) => text.replace(/^[(-]+|[).,:;!]+$/g, ''));
  return timeUnit.test(next) || (unitQualifier.test(next) && timeUnit.test(after));
}

/** Units of time, singular and plural, in the languages of the lexicon. */
const timeUnit =
  /^(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|tagen?|tage|woche|wochen|monaten?|monate|jahren?|jahre|stunden?|minuten?|jours?|semaines?|mois|ans?|années?|heures?|días?|semanas?|mes|meses|años?|horas?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|or[ae]|dag|dagen|weken|maand|maanden|jaar|uur|uren|dias?|mês|anos?|dagar|dygn|veckor|månader|dni|dzień|tygodni|miesięcy|dana|tjedana|mjeseci)$/iu;

/** Words that may stand between a number and its unit: `30 calendar days`, `14 business days`. */
const unitQualifier = /^(?:calendar|business|working|banking|net|kalender|werk|bank)$/i;
