import { type Engine, InputError, isObject, type JsonObject, type Mark, type SourceFile } from '../../core/index.js';
import { fieldTitle, type ReportValue, reportContent } from '../report/content.js';
import { bandOf, printable, type ScoreBand, scoreText } from '../report/html.js';
import { markedBoxes } from '../report/pages.js';
import type { ReportedAnswer } from '../report/report.js';

/**
 * The document as a PDF with a rectangle around the words of each value; the answer has `boxes`, and may be about several documents in the file.
 * @throws InputError for a document without pages of its own
 */
export async function annotatedPdf(
  file: SourceFile,
  { object, documents = [] }: ReportedAnswer,
  engine: Pick<Engine, 'view'>,
): Promise<Uint8Array> {
  const { annotate } = await engine.view(file);
  if (!annotate) throw new InputError('The document has no pages to draw on, as a PDF or a picture has: export a workbook (.xlsx) instead');
  const objects = [object, ...documents.map((document) => document.object)].filter(isObject);
  return annotate(objects.flatMap(marksOf), new AbortController().signal);
}

/** A rectangle around the words of each value, with its score beside it and what it says of it. The cells of a row have one together. */
const marksOf = (object: JsonObject): readonly Mark[] =>
  markedBoxes(reportContent(object).all).map(({ box, values, begins }) => {
    const scores = values.flatMap(({ score }) => score ?? []);
    const least = scores.length > 0 ? Math.min(...scores) : undefined;
    const { page, x, y, w: width, h: height } = box;
    return {
      ...{ page, x, y, width, height },
      colour: least === undefined ? colours.moderate : colours[bandOf(least).name],
      ...(least !== undefined && begins.length > 0 && { tag: scoreText(least) }),
      says: values.map(sentence).join('\n'),
    };
  });

/** Those of the report. */
const colours: Readonly<Record<ScoreBand['name'], Mark['colour']>> = {
  'very-high': [28, 107, 63],
  high: [28, 107, 63],
  moderate: [107, 86, 0],
  low: [154, 67, 0],
  'very-low': [163, 24, 31],
};

function sentence({ name, path, print, score, reason }: ReportValue): string {
  const title = fieldTitle(path ?? name);
  const said = [print ?? 'not found', ...(score === undefined ? [] : [scoreText(score)]), ...(reason === undefined ? [] : [reason])];
  return printable(`${title}: ${said.join(' · ')}`);
}
