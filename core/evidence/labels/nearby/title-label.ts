import { type LabelMatch, marksIn } from '../labels.js';

/** The title of a document as the label of its number, `Receipt 1828964`: it opens the text, and nothing else is said in it. */
export function titleLabel(text: string): LabelMatch | undefined {
  const title = marksIn(text).find(({ name }) => name !== 'carry-over');
  if (!title || hasLetter(text.slice(0, title.from)) || hasLetter(text.slice(title.to))) return undefined;
  return { concept: 'invoice_number', label: title.phrase, from: title.from, to: title.to };
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
