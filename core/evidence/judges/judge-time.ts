import type { Cap } from '../../contracts/cap.js';
import { valuesUnder } from '../labels/nearby/values-under.js';
import type { DocumentIndex } from '../page/document-index.js';
import { hasTimeBeside, hasZone, printsTime, timeStated } from '../page/moments.js';
import type { ClaimedValue } from '../page/occurrences.js';
import type { Span } from '../page/page-index.js';
import { cap, reasonText } from '../scoring/caps.js';

/**
 * Refuses a day whose stated time of day is not printed at all, and doubts one whose time does not stand beside it, beside which the label of its field has
 * another, or which may be that of another zone: a car comes and goes on one day.
 */
export function judgeTime({ typed, printed, field }: ClaimedValue, places: readonly Span[], index: DocumentIndex): readonly Cap[] {
  const time = timeStated(printed);
  if (typed.kind !== 'date' || time === undefined || places.length === 0) return [];
  const isBeside = (day: Span): boolean => hasTimeBeside(day, time, index);
  if (!printsTime(time, index) && !hasZone(printed))
    return [cap('format.wrongShape', `Check failed: the day is printed, and the time ${time} is not`)];
  if (!places.some(isBeside)) return [cap('format.ambiguous', `${reasonText.ambiguous}: ${time} does not stand beside this day`)];
  const labelled = valuesUnder(field, index).filter(({ values }) => values.includes(typed.day));
  const [other] = labelled;
  if (!other || labelled.some(({ span }) => isBeside(span))) return [];
  return [cap('format.ambiguous', `${reasonText.ambiguous}: the day stands under "${other.label}" with another time than ${time}`)];
}
