import { marksIn } from '../../../../core/text.js';
import type { Find } from '../find.js';
import { type DocumentLayout, letters } from '../page/layout.js';

/** How many lines from the top a title may stand. */
const maxTypeTitleLines = 40;

/** The document's name for itself: the first phrase near the top that is mostly a title. */
export function findTitle(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines.slice(0, maxTypeTitleLines))
    for (const phrase of line.phrases) {
      const title = marksIn(phrase.text).find(
        ({ name, phrase: words }) => name !== 'carry-over' && letters(words) >= letters(phrase.text) * 0.6,
      );
      if (title) return { value: title.phrase, page: line.page, quote: phrase.text, confidence: 'certain', reason: 'header' };
    }
  return undefined;
}
