import type { OcrLine, OcrResult, OcrStep } from '../../../core/index.js';
import { ocrLimits } from '../ocr/ocr-limits.js';
import { ocrResultOf } from '../ocr/ocr-result.js';
import { dpiForLetters, overviewOf, type PageDrawing } from '../ocr/page-drawing.js';
import { type GreyImage, type OcrWord, quartersOf, turnedBy } from '../ocr/picture.js';
import { detect, findTextLines } from './find-text-lines.js';
import { loadModels, type PpocrModels } from './models.js';
import { decode, recognizeLine, stepsOf } from './recognize-line.js';
import { boxAround, cropLine, directionOf, inOrder, type TextLine } from './text-line.js';
import { type LineWord, wordsOf } from './words.js';

/** A higher resolution finds no more text: the networks take lines of 48 dots, and pages of a million dots. */
const max = { dpi: 150, letters: 18 };

/** What is written in a picture; boxes are in its dots. */
interface ReadPicture {
  readonly words: readonly OcrWord[];
  readonly lines: readonly OcrLine[];
  /** The clockwise quarter turns after which most of it would run to the right. */
  readonly quarters: number;
}

/**
 * Reads a page as it is. If most of what it says runs another way, it is turned and read again, because rows are found among level words only. To an
 * engine that reads nothing but level lines a photograph may say little either way. Nothing is taken from an engine that has read before: a skew
 * needs no straightening where each line is cut out at its own angle.
 */
export async function recognizePage(read: (picture: GreyImage) => Promise<ReadPicture>, drawing: PageDrawing): Promise<OcrResult> {
  const dpi = Math.min(dpiForLetters(overviewOf(drawing), max.letters), max.dpi);
  const drawn = drawing.draw(dpi);
  const at = async (quarters: number) => {
    const picture = turnedBy(quarters, drawn);
    return { ...(await read(picture)), picture, turned: quarters, skew: 0 };
  };
  const first = await at(0);
  const { turned, ...page } = first.quarters === 0 ? first : await at(first.quarters);
  return ocrResultOf({ ...page, quarters: turned });
}

/**
 * Opens PP-OCRv4: one network detects text, another reads a line of it. Words come row by row; text that stands well apart makes its own line.
 * Reads one picture at a time, without native code, threads or downloads.
 * @throws Error where the optional packages are not installed.
 */
export async function openPpocr(): Promise<(picture: GreyImage) => Promise<ReadPicture>> {
  const models = await loadModels();
  return async (picture) => {
    const read = await readLines(models, picture, findTextLines(await detect(models.detection, picture)));
    const ordered = inOrder(read, directionOf(read.map(({ line }) => line)));
    return {
      words: ordered.flatMap(({ words }, line) => words.map((word) => ({ ...word, line }))),
      lines: firstOf(ordered.map(({ line, steps }) => ({ box: boxAround(line), steps }))),
      quarters: quartersOver(read),
    };
  };
}

/** The quarter turns that level the most text: each line counts by its certain characters. */
function quartersOver(lines: readonly RecognizedLine[]): number {
  const weights = [0, 0, 0, 0];
  for (const { line, words, certainty } of lines) {
    const quarters = quartersOf((-line.angle * 180) / Math.PI);
    weights[quarters] = (weights[quarters] ?? 0) + certainty ** 2 * words.reduce((sum, { text }) => sum + text.length, 0);
  }
  return weights.indexOf(Math.max(...weights));
}

function firstOf(lines: readonly OcrLine[]): readonly OcrLine[] {
  let sum = 0;
  return lines.filter(({ steps }) => {
    sum += steps.length;
    return sum <= ocrLimits.steps;
  });
}

interface RecognizedLine {
  readonly line: TextLine;
  readonly words: readonly LineWord[];
  readonly steps: readonly OcrStep[];
  /** The mean over its characters, 0..1. */
  readonly certainty: number;
}

/** A line with a lower certainty may be upside down. After this many vain attempts to turn one, the picture counts as a poor one. */
const minCertainty = 0.7;
const maxVainTurns = 3;

async function readLines(models: PpocrModels, picture: GreyImage, lines: readonly TextLine[]): Promise<readonly RecognizedLine[]> {
  const results: RecognizedLine[] = [];
  let vainTurns = 0;
  for (const line of lines) {
    const result = await readLine(models, picture, line);
    if (result.certainty >= minCertainty || vainTurns === maxVainTurns) {
      results.push(result);
      continue;
    }
    const turned = await readLine(models, picture, { ...line, angle: line.angle + Math.PI });
    results.push(turned.certainty > result.certainty ? turned : result);
    if (turned.certainty < minCertainty) vainTurns += 1;
  }
  return results;
}

async function readLine(models: PpocrModels, picture: GreyImage, line: TextLine): Promise<RecognizedLine> {
  const crop = cropLine(picture, line);
  const output = await recognizeLine(models, crop);
  const characters = decode(output, models.alphabet);
  const certainty = characters.reduce((sum, character) => sum + character.certainty, 0) / Math.max(characters.length, 1);
  const words = wordsOf(characters, crop, line);
  const starts = words.map(({ start }) => start);
  return { line, certainty, words, steps: stepsOf(output, models.alphabet, starts) };
}
