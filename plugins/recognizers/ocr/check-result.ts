import type { Box, OcrLine, OcrResult, OcrStep, Word } from '../../../core/index.js';
import { sentBox } from '../../sandbox/sent/box.js';
import { insist, list, NotAsAgreed, number, record, text } from '../../sandbox/sent/sent.js';
import { ocrLimits as max } from './limits.js';

/**
 * What the child of an OCR engine has sent, as a new value that has the type and the size of an OCR result and nothing else: the picture of
 * a stranger's page may have taken the engine over.
 * @throws NotAsAgreed if it is anything else.
 */
export function checkedResult(sent: unknown): OcrResult {
  const { words, lines, turn, language } = record(sent);
  if (language !== undefined && !/^[a-z]{3}$/.test(text(language, 3))) throw new NotAsAgreed();
  return {
    words: checkedWords(words),
    turn: number(turn, 360),
    ...(language !== undefined && { language: text(language, 3) }),
    ...(lines !== undefined && { lines: checkedLines(lines) }),
  };
}

function checkedWords(sent: unknown): readonly Word[] {
  const words = list(sent, max.words).map((word): Word => {
    const { text: said, box, certainty } = record(word);
    return {
      text: text(said, max.characters),
      box: checkedBox(box),
      ocr: true,
      ...(certainty !== undefined && { certainty: Math.min(1, Math.max(0, number(certainty, 2))) }),
    };
  });
  insist(words.reduce((sum, { text: { length } }) => sum + length, 0) <= max.characters);
  return words;
}

function checkedLines(sent: unknown): readonly OcrLine[] {
  const lines = list(sent, max.lines).map(record);
  const counts = lines.map(({ steps }) => list(steps, max.stepsOfLine).length);
  insist(counts.reduce((sum, count) => sum + count, 0) <= max.steps);
  return lines.map(({ box, steps }) => ({ box: checkedBox(box), steps: list(steps, max.stepsOfLine).map(checkedStep) }));
}

function checkedStep(sent: unknown): OcrStep {
  const { likely, gap } = record(sent);
  const logs = Object.entries(record(likely));
  insist(logs.length <= max.likely);
  const checked = Object.fromEntries(
    logs.map(([character, log]) => [text(character, longestCharacter), Math.min(0, number(log, leastLog))]),
  );
  return { likely: checked, ...(gap === true && { gap }) };
}

/** A character of the alphabet takes one unit of UTF-16 or two. */
const longestCharacter = 2;
/** No logarithm of a probability that is listed is nearly as far from zero. */
const leastLog = 100;

/** In points; a page of PDF is at most 14,400 of them wide (ISO 32000-1, Annex C), and a box may begin beyond its edge. */
const farthest = 100_000;

const checkedBox = (sent: unknown): Box => sentBox(sent, farthest);
