/** Letters that OCR engines confuse with digits. Source: common tables of OCR confusions. */
const figures: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  Z: '2',
  S: '5',
  s: '5',
  G: '6',
  B: '8',
};

/** An amount in which letters stand in the place of digits. */
const amountLike = /^[^\p{L}\d]?[\dOoDQlIi|ZSsGB.,]*[.,][\dOoDQlIi|ZSsGB]{2}$/u;

/** The amount a word is if its letters are misread digits: '1O.0O' → ['10.00']; 'SB.50' → [], because too few digits are sure; '12.00' → []. */
export function confusions(text: string): readonly string[] {
  const mistaken = [...text].filter((character) => character in figures).length;
  const sure = text.replace(/\D/g, '').length;
  if (mistaken === 0 || mistaken > sure || !amountLike.test(text)) return [];
  return [withFigures(text)];
}

/** Whether the digits among a word's letters are those letters, misread: 'Sc0op' and 'Scoop'; '10' and 'IO' may be anything. */
export const isMisreadWord = (mixed: string, word: string): boolean =>
  hasBoth(mixed) && !/\d/.test(word) && withFigures(mixed) === withFigures(word);

/** Whether digits and letters stand side by side. */
export const hasBoth = (text: string): boolean => /\d\p{L}|\p{L}\d/u.test(text);

const withFigures = (text: string): string => [...text].map((character) => figures[character] ?? character).join('');
