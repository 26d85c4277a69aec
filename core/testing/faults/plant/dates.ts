import { datesIn } from '../../../text.js';
import { truthAt } from '../exhibits/exhibit.js';
import { canMean } from '../exhibits/same-value.js';
import { altered, headerLeaves, leafFault, requoted } from './leaves.js';

/** Faults of one date: each date of a document is misread separately. */
const dateFault = leafFault((exhibit) => headerLeaves(exhibit, 'date'));

export const wrongRealDate = dateFault(8, 'wrong real date', (exhibit, leaf, random) => {
  const spot = random.pick(exhibit.index.dates.filter(({ text }) => !canMean(exhibit, leaf, text)));
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot };
});

export const dayForMonth = dateFault(9, 'day and month swapped', (exhibit, leaf) => {
  const [year, month, day] = String(truthAt(exhibit, leaf.path)).slice(0, 10).split('-');
  if (!year || !month || !day || Number(day) > 12 || day === month) return undefined;
  const printed = leaf.mark.value ?? '';
  const inDigits = printed.replace(/^(\d{1,2})([-/. ])(\d{1,2})(?=\2)/, '$3$2$1');
  const value = inDigits === printed ? `${year}-${day}-${month}` : inDigits;
  return altered(leaf.mark, value);
});

export const yearBefore = dateFault(10, 'year altered', (exhibit, leaf) => {
  const year = Number(String(truthAt(exhibit, leaf.path)).slice(0, 4));
  const printed = leaf.mark.value ?? '';
  const texts = [String(year), String(year).slice(2)].map((from) => replaceLast(printed, from, String(year - 1).slice(-from.length)));
  const value = texts.find((text) => text !== printed && datesIn(text).some((date) => date.startsWith(String(year - 1))));
  return value === undefined ? undefined : requoted(leaf.mark, value);
});

function replaceLast(text: string, from: string, to: string): string {
  const at = text.lastIndexOf(from);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}
