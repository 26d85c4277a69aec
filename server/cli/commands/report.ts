import type { Command } from 'commander';
import {
  defaultThreshold,
  type Engine,
  type EngineSettings,
  InputError,
  isObject,
  type Page,
  type SourceFile,
} from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { reportContent } from '../../report/content.js';
import { showDocument } from '../../report/document.js';
import { printable } from '../../report/html.js';
import { type ReportedAnswer, report } from '../../report/report.js';
import { withInclusions } from '../../wire/wire.js';
import { isOnPage } from '../audit/on-page.js';
import { inferredSchema, reappraise } from '../audit/reappraise.js';
import { parsedAnswer, readResult, type SavedResult } from '../audit/result.js';
import { namingFile, readInput, readText, requireAnswerFirst } from '../inputs.js';
import { loadConfigFor, type SettingFlags, withEngine, withSettings } from '../options.js';
import { type Terminal, writeOutput } from '../terminal.js';

export function addReport(program: Command, terminal: Terminal): void {
  const command = program
    .command('report')
    .description('Make one HTML file of a kept answer and its document, to look at and to send: pages, values, scores, issues and checks.')
    .argument('<result>', 'what extract --json printed, or the "object" in it; - is the standard input')
    .argument('<file>', 'the document it was read from')
    .option('-o, --output <file>', 'write to a file, not to the standard output');
  withSettings(command, ['config', 'deadline']).action(
    (result: string, file: string, { output, ...flags }: { readonly output?: string } & SettingFlags) =>
      writeReportOf({ result, file, ...(output !== undefined && { output }) }, flags, terminal),
  );
}

interface ReportFiles {
  readonly result: string;
  readonly file: string;
  readonly output?: string;
}

async function writeReportOf({ result, file, output }: ReportFiles, flags: SettingFlags, terminal: Terminal): Promise<void> {
  requireAnswerFirst('report', result, file);
  const config = await loadConfigFor(flags, terminal);
  const text = await namingFile(result, () => readText(result, terminal));
  const source = await namingFile(file, () => readInput(file, terminal));
  await withEngine(config, async (engine) =>
    writeReport(
      output,
      await makeReport(source, await withPlaces(text, source, { settings: config.engine, engine, terminal }), engine),
      terminal,
    ),
  );
}

interface PlacingTerms {
  readonly settings: EngineSettings;
  readonly engine: Engine;
  readonly terminal: Terminal;
}

/**
 * Adds the boxes of the quotes to an answer without them, by locating the quotes in the document again. No model is asked. Quotes that do not stand
 * there are counted in a warning: the answer may be about another document, or have been changed.
 * @throws InputError when none of them stands there, so that nothing could be marked
 */
export async function withPlaces(text: string, file: SourceFile, { settings, engine, terminal }: PlacingTerms): Promise<ReportedAnswer> {
  const body = bodyOf(text);
  if (!body.object) return body;
  const result = readResult(text);
  const entries = result.entries.filter((entry) => entry.text !== undefined);
  const placed = text.includes('"boxes"') ? undefined : await reappraiseAlone(result, file, settings);
  const quotes = new Map(entries.map((entry) => [entry.field, entry]));
  const same = placed?.draft.fields.filter(
    ({ path, page, text: words }) => quotes.get(path)?.page === page && quotes.get(path)?.text === words,
  );
  if (entries.length > 0 && same?.length === 0)
    throw new InputError(
      `${file.name}: none of the ${entries.length} quotes of the answer stands on its pages; is it the document that was read?`,
    );
  const { pages } = placed?.document ?? (await engine.view(file)).document;
  const located = new Set(same?.map(({ path }) => path));
  const unlocated = entries.filter(({ field }) => !located.has(field));
  const missing = notOn(pages, unlocated, placed ? isUnread : isUnreadInView).length;
  if (missing > 0)
    terminal.stderr.write(
      `${missing} of the ${entries.length} quotes of the answer do not stand on the pages of ${printable(file.name)}; is it the document that was read? vouch verify says which.\n`,
    );
  return placed ? { ...body, object: withInclusions(body.object, { ...placed.draft, fields: same ?? [] }, ['boxes']) } : body;
}

/** The quotes that do not stand on their pages. On a page that nobody has read any may stand. */
function notOn(pages: readonly Page[], entries: readonly FieldEvidence[], isUnseen: (page: Page) => boolean): readonly FieldEvidence[] {
  const pageOf = new Map(pages.map((page) => [page.number, page]));
  return entries.filter(({ page: number = 0, text: words = '' }) => {
    const page = pageOf.get(number);
    return !page || !(isUnseen(page) || isOnPage(words, page));
  });
}

const reappraiseAlone = (result: SavedResult, file: SourceFile, settings: EngineSettings) =>
  reappraise({ result, file, schema: inferredSchema(result.data), threshold: defaultThreshold }, settings);

/** Whether a page is a picture, or shows one, that nobody has read: any quote may stand there. */
const isUnread = ({ textLayer, pictured, words }: Page): boolean =>
  textLayer === 'none' || (pictured === true && !words.some(({ ocr }) => ocr));

/** The same of a page as it is viewed: no picture on it is read, and no word is corrected that the producer of the file has misread. */
const isUnreadInView = ({ textLayer, pictured, figures }: Page): boolean =>
  textLayer !== 'native' || pictured === true || figures !== undefined;

/** Reads a complete body, also of a failed extraction, or its `object` alone. @throws InputError when the text is neither */
export function bodyOf(text: string): ReportedAnswer {
  const body = parsedAnswer(text);
  const failed = body['object'] === null && isObject(body['error']);
  if (!failed) readResult(text);
  return ('object' in body && 'metadata' in body ? body : { object: body }) as unknown as ReportedAnswer;
}

/** Makes the HTML report of an answer with `boxes` and, if it has it, `evidence`, and of the document that it was read from. */
export async function makeReport(file: SourceFile, body: ReportedAnswer, engine: Engine): Promise<string> {
  const document = await showDocument(file, reportContent(body.object ?? {}), engine);
  return report({ title: file.name, body, document, made: new Date() });
}

/** Writes a report to a file, or to the standard output if none is named. @throws ConfigError when the file cannot be written */
export function writeReport(output: string | undefined, page: string, { cwd, stdout }: Terminal): void {
  if (output === undefined) stdout.write(page);
  else writeOutput(output, page, cwd);
}
