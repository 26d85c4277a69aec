import type { Line } from '../page/layout.js';

/** Units of time, singular and plural, in the languages of the lexicon. */
const unit =
  /^(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|tagen?|tage|woche|wochen|monaten?|monate|jahren?|jahre|stunden?|minuten?|jours?|semaines?|mois|ans?|années?|heures?|días?|semanas?|mes|meses|años?|horas?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|or[ae]|dag|dagen|weken|maand|maanden|jaar|uur|uren|dias?|mês|anos?|dagar|dygn|veckor|månader|dni|dzień|tygodni|miesięcy|dana|tjedana|mjeseci)$/iu;

/** Words that may stand between a number and its unit: `30 calendar days`, `14 business days`. */
const kinds = /^(?:calendar|business|working|banking|net|kalender|werk|bank)$/i;

/** Whether what stands right after a number makes it a time: `30 days`, `14-day`. */
export function isDuration(line: Line, { to }: { readonly to: number }): boolean {
  const [next = '', after = ''] = line.words.slice(to, to + 2).map(({ text }) => text.replace(/^[(-]+|[).,:;!]+$/g, ''));
  return unit.test(next) || (kinds.test(next) && unit.test(after));
}
