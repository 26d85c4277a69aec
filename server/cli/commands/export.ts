import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { ConfigError, defaultThreshold, isObject, parseSchema, type Schema, schemaOfData } from '../../../core/index.js';
import { csvOf } from '../../export/csv.js';
import { facturxOf } from '../../export/e-invoice/facturx.js';
import { type EInvoiceSyntax, eInvoiceOf } from '../../export/e-invoice/write.js';
import { documentsIn, type FileAnswer } from '../../export/file-answers.js';
import { annotatedPdf } from '../../export/marks.js';
import { answerTables, type ExportTable, type ExportTerms } from '../../export/tables.js';
import { workbookOf } from '../../export/workbook.js';
import { printable } from '../../report/html.js';
import { type ExportFormat, exportFormats } from '../../wire/queries.js';
import { parseLine } from '../extract/answer-writer.js';
import { namingFile, readInput, readText, requireAnswerFirst } from '../inputs.js';
import { loadConfigFor, numberBetween, type SettingFlags, withEngine, withSettings } from '../options.js';
import { type Terminal, writeOutput } from '../terminal.js';
import { bodyOf, withPlaces } from './report.js';

export function addExport(program: Command, terminal: Terminal): void {
  const command = program
    .command('export')
    .description(
      'Make a file of kept answers: a workbook, tables, the document with boxes and scores on its pages, or an electronic invoice or credit note.',
    )
    .argument('<answers>', 'what extract --json printed, of one file or of several; - is the standard input')
    .argument('[file]', 'the document that the answer is about, for a PDF')
    .requiredOption(
      '-o, --output <file>',
      'where it is written; its ending says what it is: .xlsx, .csv, .pdf, .ubl.xml, .cii.xml or .facturx.pdf',
    )
    .option('-t, --threshold <number>', 'under which score a value is doubtful', numberBetween(0, 1), defaultThreshold);
  withSettings(command, ['config', 'deadline']).action((answers: string, file: string | undefined, options: ExportOptions & SettingFlags) =>
    exportAnswers({ answers, file }, options, terminal),
  );
}

interface ExportOptions {
  readonly output: string;
  readonly threshold: number;
}

interface ExportedFiles {
  readonly answers: string;
  readonly file: string | undefined;
}

async function exportAnswers(named: ExportedFiles, options: ExportOptions & SettingFlags, terminal: Terminal): Promise<void> {
  const { output, threshold } = options;
  const format = formats.findLast((one) => output.toLowerCase().endsWith(`.${exportFormats[one].ending}`));
  if (format === undefined)
    throw new ConfigError(`${output} should end in .xlsx, .csv, .pdf, .ubl.xml, .cii.xml or .facturx.pdf, which says what to make.`);
  if (named.file !== undefined) requireAnswerFirst('export', named.answers, named.file);
  const text = await namingFile(named.answers, () => readText(named.answers, terminal));
  if (format === 'pdf') return writePdf(text, named.file, { options, terminal });
  if (format === 'facturx') return writeFacturX(text, named.file, { options, terminal });
  const answers = answersIn(text, named.file ?? basename(named.answers, '.json'));
  const schema = schemaOfAnswers(answers);
  if (format === 'ubl' || format === 'cii') return writeEInvoice(output, { answers, schema, syntax: format }, terminal);
  warnOfNamesakes(answers, terminal);
  await writeTables(output, { answers, schema, threshold, unnamed: named.file === undefined && !linesIn(text) }, terminal);
}

const formats = Object.keys(exportFormats) as readonly ExportFormat[];

/** The answers in JSON Lines, each once; undefined where a text is something else. */
function linesIn(text: string): readonly FileAnswer[] | undefined {
  const lines = new Set(text.split('\n').filter((line) => line.trim() !== ''));
  const answers = [...lines].flatMap((line) => parseLine(line) ?? []);
  return answers.length === 0 || answers.length < lines.size ? undefined : answers;
}

/** Several answers of one name can be about several documents, or be those of a run that was cut off before it removed the older one. */
function warnOfNamesakes(answers: readonly FileAnswer[], { stderr }: Terminal): void {
  const byFile = Object.groupBy(answers, ({ file }) => file);
  const [first, ...others] = Object.entries(byFile).filter(([, of = []]) => of.length > 1);
  if (!first) return;
  const more = others.length > 0 ? `, and so it is with ${others.length} more` : '';
  stderr.write(
    `${first[1]?.length} answers are about a file named ${printable(first[0])}${more}; all are exported. If an extract -o was cut off, run it again to leave the last.\n`,
  );
}

/** The same, or the one answer that a text is. @throws InputError for anything else */
const answersIn = (text: string, file: string): readonly FileAnswer[] =>
  linesIn(text) ?? [{ kind: 'answered', file, body: { metadata: unmetered, ...bodyOf(text) } }];

/** A schema that all these answers follow. @throws InputError where there is none */
export function schemaOfAnswers(answers: readonly FileAnswer[]): Schema {
  const objects = answers.flatMap(documentsIn).flatMap((answer) => (answer.kind === 'answered' ? [answer.body.object] : []));
  return parseSchema(schemaOfData(...objects.filter(isObject).map(({ _meta, ...data }) => data)));
}

/** Where only the `object` of an answer was kept. */
const unmetered = { processing_time_ms: 0, credits: 0, fallback_triggered: false };

interface TablesToWrite extends Omit<ExportTerms, 'addressOf'> {
  readonly answers: readonly FileAnswer[];
  /** Whether nobody says which document the answer is about: its values then link to no page. */
  readonly unnamed?: boolean;
}

/** Writes the tables of answers: a workbook where the name says so, else a file each, of which the first has the name. */
export async function writeTables(output: string, { answers, unnamed = false, ...terms }: TablesToWrite, { cwd }: Terminal): Promise<void> {
  const folder = dirname(resolve(cwd, output));
  const addressOf = (file: string): string | undefined =>
    unnamed ? undefined : relative(folder, resolve(cwd, file)).split(sep).map(encodeURIComponent).join('/');
  const tables = answerTables(answers, { ...terms, addressOf });
  if (extname(output).toLowerCase() === '.xlsx') return writeOutput(output, await workbookOf(tables), cwd);
  for (const [at, table] of tables.entries()) writeOutput(at === 0 ? output : besides(output, table), csvOf(table), cwd);
}

/** `answers.line_items.csv` */
const besides = (output: string, { name }: ExportTable): string => output.replace(/(\.\w+)?$/, `.${name}$1`);

interface InvoiceToWrite extends Pick<TablesToWrite, 'answers' | 'schema'> {
  readonly syntax: EInvoiceSyntax;
}

/** Writes the invoice of one answer, and says which required terms it lacks and which sums do not hold. */
function writeEInvoice(output: string, { answers, schema, syntax }: InvoiceToWrite, { cwd, stderr }: Terminal): void {
  const [answer, ...others] = answers;
  if (!answer || others.length > 0) throw oneAnswer();
  const { xml, faults } = eInvoiceOf(answer, schema, syntax);
  writeOutput(output, xml, cwd);
  for (const fault of faults) stderr.write(`${output} is not valid by EN 16931: ${fault}\n`);
}

const oneAnswer = (): ConfigError => new ConfigError('A PDF and an electronic invoice are made of one answer: name a file with one.');

interface PdfTerms {
  readonly options: ExportOptions & SettingFlags;
  readonly terminal: Terminal;
}

async function writePdf(text: string, file: string | undefined, { options, terminal }: PdfTerms): Promise<void> {
  const { output, threshold: _, ...flags } = options;
  if (file === undefined) throw new ConfigError('A PDF needs the document: vouch export answer.json invoice.pdf -o marked.pdf');
  if (answersIn(text, file).length > 1) throw oneAnswer();
  const config = await loadConfigFor(flags as SettingFlags, terminal);
  const source = await namingFile(file, () => readInput(file, terminal));
  await withEngine(config, async (engine) => {
    const placed = await withPlaces(text, source, { settings: config.engine, engine, terminal });
    writeOutput(output, await annotatedPdf(source, placed, engine), terminal.cwd);
  });
}

/** Writes the document with the invoice of its answer inside, and says what it is not. */
async function writeFacturX(text: string, file: string | undefined, { options, terminal }: PdfTerms): Promise<void> {
  const { output, threshold: _, ...flags } = options;
  if (file === undefined)
    throw new ConfigError('A Factur-X needs the document: vouch export answer.json invoice.pdf -o invoice.facturx.pdf');
  const [answer, ...others] = answersIn(text, file);
  if (!answer || others.length > 0) throw oneAnswer();
  const source = await namingFile(file, () => readInput(file, terminal));
  const asked = { file: source, answer, schema: schemaOfAnswers([answer]) };
  const pdf = await withEngine(await loadConfigFor(flags as SettingFlags, terminal), (engine) => facturxOf(asked, engine));
  writeOutput(output, pdf, terminal.cwd);
  terminal.stderr.write(`${output} is PDF/A-3, as Factur-X wants it, only if ${file} is: its fonts and colours are left as they are\n`);
}
