import type { Command } from 'commander';
import { defaultThreshold, type Engine, type EngineSettings, InputError, isObject, type SourceFile } from '../../../core/index.js';
import { reportContent } from '../../report/content.js';
import { showDocument } from '../../report/document.js';
import { type ReportedAnswer, report } from '../../report/report.js';
import { withInclusions } from '../../wire/wire.js';
import { inferredSchema, reappraise } from '../audit/reappraise.js';
import { parsedAnswer, readResult } from '../audit/result.js';
import { namingFile, readInput, readText } from '../inputs.js';
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
  const config = await loadConfigFor(flags, terminal);
  const text = await namingFile(result, () => readText(result, terminal));
  const source = await namingFile(file, () => readInput(file, terminal));
  await withEngine(config, async (engine) =>
    writeReport(output, await makeReport(source, await withPlaces(text, source, config.engine), engine), terminal),
  );
}

/**
 * Adds the boxes of the quotes to an answer without them, by locating the quotes in the document again. No model is asked.
 * @throws InputError when none of them stands there: the answer is about another document.
 */
export async function withPlaces(text: string, file: SourceFile, settings: EngineSettings): Promise<ReportedAnswer> {
  const body = bodyOf(text);
  if (!body.object || text.includes('"boxes"')) return body;
  const result = readResult(text);
  const { draft } = await reappraise({ result, file, schema: inferredSchema(result.data), threshold: defaultThreshold }, settings);
  const quotes = new Map(result.entries.flatMap((entry) => (entry.text === undefined ? [] : [[entry.field, entry] as const])));
  const same = draft.fields.filter(({ path, page, text: words }) => quotes.get(path)?.page === page && quotes.get(path)?.text === words);
  if (quotes.size > 0 && same.length === 0)
    throw new InputError(
      `${file.name}: none of the ${quotes.size} quotes of the answer stands on its pages; is it the document that was read?`,
    );
  return { ...body, object: withInclusions(body.object, { ...draft, fields: same }, ['boxes']) };
}

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
