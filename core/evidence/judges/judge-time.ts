import type { Cap } from '../../contracts/cap.js';
import { valuesUnder } from '../labels/nearby/values-under.js';
import type { DocumentIndex } from '../page/document-index.js';
import { hasTimeBeside, printsTime, timeStated } from '../page/moments.js';
import type { ClaimedValue } from '../page/occurrences.js';
import type { Span } from '../page/page-index.js';
import { cap, reasonText } from '../scoring/caps.js';

/**
 * Refuses a day whose stated time of day is not printed at all, and doubts one whose time does not stand beside it, or beside which the label of its
 * field has another: a car comes and goes on one day.
 */
export function judgeTime({ typed, printed, field }: ClaimedValue, places: readonly Span[], index: DocumentIndex): readonly Cap[] {
  const time = typed.kind === 'date' && places.length > 0 ? timeStated(printed) : undefined;
  if (time === undefined || typed.kind !== 'date') return [];
  if (!printsTime(time, index)) return [cap('format.wrongShape', `Check failed: the day is printed, and the time ${time} is not`)];
  const labelled = valuesUnder(field, index).filter(({ values }) => values.includes(typed.day));
  const isBeside = (day: Span): boolean => hasTimeBeside(day, time, index);
  if (!places.some(isBeside)) return [cap('format.ambiguous', `${reasonText.ambiguous}: ${time} does not stand beside this day`)];
  const [other] = labelled;
  if (!other || labelled.some(({ span }) => isBeside(span))) return [];
  return [cap('format.ambiguous', `${reasonText.ambiguous}: the day stands under "${other.label}" with another time than ${time}`)];
}
