import { marksIn } from '../../../../core/text.js';
import type { Find } from '../find.js';
import { letters, type Sheet } from './layout.js';

/** Titles stand among the first lines. */
const LINES = 40;

/** What the document calls itself: the first phrase near its top that is a title and little else. */
export function findTitle(sheet: Sheet): Find | undefined {
  for (const line of sheet.lines.slice(0, LINES))
    for (const phrase of line.phrases) {
      const title = marksIn(phrase.text).find(
        ({ name, phrase: words }) => name !== 'carry-over' && letters(words) >= letters(phrase.text) * 0.6,
      );
      if (title) return { value: title.phrase, page: line.page, quote: phrase.text, confidence: 'likely', reason: 'header' };
    }
  return undefined;
}
