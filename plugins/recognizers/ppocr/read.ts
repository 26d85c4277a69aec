import type { GreyImage, OcrWord } from '../ocr/picture.js';
import { detect } from './detect.js';
import { loadModels, type Models } from './models.js';
import { directionOf, inOrder } from './order.js';
import { recognise } from './recognise.js';
import { straighten } from './straighten.js';
import type { TextLine } from './text-line.js';
import { textLinesIn } from './text-lines.js';
import { wordsOf } from './words.js';

/** A line as it was read, and the strip of the picture that it was read from. */
interface Line {
  readonly strip: TextLine;
  readonly words: readonly Omit<OcrWord, 'line'>[];
  /** Of its average character, 0..1. */
  readonly certainty: number;
}

/**
 * Reads pictures with PP-OCRv4, two small networks: one shows where text stands, the other reads a line of it. Words come row by row;
 * those of one row that stand well apart are lines of their own.
 * Nothing is fetched, no native code runs, no thread is started. One picture at a time.
 * @throws Error where the optional packages are not installed.
 */
export async function openPpocr(): Promise<(picture: GreyImage) => Promise<readonly OcrWord[]>> {
  const models = await loadModels();
  return async (picture) => {
    const lines = await readLines(models, picture, textLinesIn(await detect(models.detection, picture)));
    const ordered = inOrder(lines, directionOf(lines.map(({ strip }) => strip)));
    return ordered.flatMap(({ words }, line) => words.map((word) => ({ ...word, line })));
  };
}

/** A line that is less certain may stand on its head. So many are turned in vain before a picture is taken to be a poor one. */
const readable = 0.7;
const patience = 3;

async function readLines(models: Models, picture: GreyImage, strips: readonly TextLine[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let inVain = 0;
  for (const strip of strips) {
    const line = await readLine(models, picture, strip);
    if (line.certainty >= readable || inVain === patience) {
      lines.push(line);
      continue;
    }
    const turned = await readLine(models, picture, { ...strip, angle: strip.angle + Math.PI });
    lines.push(turned.certainty > line.certainty ? turned : line);
    if (turned.certainty < readable) inVain += 1;
  }
  return lines;
}

async function readLine(models: Models, picture: GreyImage, strip: TextLine): Promise<Line> {
  const ribbon = straighten(picture, strip);
  const characters = await recognise(models, ribbon);
  const certainty = characters.reduce((sum, character) => sum + character.certainty, 0) / Math.max(characters.length, 1);
  return { strip, certainty, words: wordsOf(characters, ribbon, strip) };
}
