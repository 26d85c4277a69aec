import { labelsIn } from '../../../../core/text.js';
import type { LabelSpot, WantedValue } from './label-places.js';
import { bottom, type DocumentLayout, overlap, type PageLine, type Phrase } from './layout.js';

/** Lines of one caption are at most this many heights apart. */
const maxGapHeights = 0.8;
/** How much of the narrower line of a caption must stand over or under the other. */
const minOverlap = 0.5;

/** The labels of a line that end captions of two lines, such as `Invoice` over `number`, or `Rechnungs-` over `nummer`. */
export function wrappedLabels(layout: DocumentLayout, line: PageLine, { concepts, own }: WantedValue): readonly LabelSpot[] {
  const above = layout.lines[line.number - 1];
  if (!above || above.page !== line.page || layout.heads.has(line.number)) return [];
  return line.phrases.filter(isCaption).flatMap((phrase) => {
    const upper = above.phrases.find((other) => isCaption(other) && isOver(other, phrase));
    const joined = upper && joinedOf(upper.text, phrase.text);
    const found =
      joined && labelsIn(joined, own).find(({ from, to, concept }) => concepts.includes(concept) && from === 0 && to === joined.length);
    if (!found) return [];
    const label = { concept: found.concept, text: found.label, from: phrase.from, to: phrase.to, start: 0, end: phrase.text.length };
    return [{ line, phrase, label }];
  });
}

const isCaption = ({ text }: Phrase): boolean => /\p{L}/u.test(text) && !/[\d:]/.test(text) && text.split(' ').length <= maxWords;
const maxWords = 3;

const isOver = (upper: Phrase, lower: Phrase): boolean =>
  lower.box.y - bottom(upper.box) <= maxGapHeights * lower.box.height && overlap(upper.box, lower.box) >= minOverlap;

const joinedOf = (upper: string, lower: string): string => (upper.endsWith('-') ? `${upper.slice(0, -1)}${lower}` : `${upper} ${lower}`);
