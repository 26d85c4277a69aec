import type { Command } from 'commander';
import { type Classification, ConfigError, type Engine, ExtractionError, InputError } from '../../../core/index.js';
import { printable } from '../../report/html.js';
import { classificationBody } from '../../wire/wire.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';
import { filesIn, readInput } from '../inputs.js';
import { loadConfigFor, type SettingFlags, withEngine, withSettings } from '../options.js';
import { columns, print, shorten, type Terminal } from '../terminal.js';

export function addClassify(program: Command, terminal: Terminal): void {
  const command = program
    .command('classify')
    .description('Say to which of the schemas in the configuration documents belong, or that nobody can tell. No model is asked.')
    .argument('<files...>', 'PDF or DOCX files, or folders of them; - is the standard input')
    .option('--json', 'print a line of JSON for each file, with all schemas and what speaks for them');
  withSettings(command, ['config', 'deadline']).action((files: string[], options: { readonly json?: true } & SettingFlags) =>
    classifyFiles(files, options, terminal),
  );
}

async function classifyFiles(named: readonly string[], { json, ...flags }: { readonly json?: true } & SettingFlags, terminal: Terminal) {
  const loaded = await loadConfigFor(flags as SettingFlags, terminal);
  if (!loaded.engine.schemas?.length)
    throw new ConfigError(
      'There are no schemas to classify by: name them in vouch.config.yaml, such as "schemas: { invoice: {}, receipt: {} }"',
    );
  await withEngine(loaded, async (engine) => {
    const codes: number[] = [];
    for (const file of filesIn(named, engine.reads.extensions, terminal)) codes.push(await classifyFile(file, json, { engine, terminal }));
    terminal.exit(combineExitCodes(codes));
  });
}

interface ClassifyTerms {
  readonly engine: Engine;
  readonly terminal: Terminal;
}

/** Prints what a file is. One that cannot be read is told, and does not end the run. */
async function classifyFile(file: string, json: true | undefined, { engine, terminal }: ClassifyTerms): Promise<number> {
  try {
    const found = await engine.classify(await readInput(file, terminal));
    if (json) terminal.stdout.write(`${JSON.stringify({ file, ...classificationBody(found) })}\n`);
    else print(terminal, undefined, found, () => columns([[printable(file), ...said(found)]]));
    return exitCodes.done.code;
  } catch (error) {
    if (!(error instanceof InputError || error instanceof ExtractionError)) throw error;
    terminal.stderr.write(`vouch: ${printable(file)}: ${printable(error.message)}\n`);
    return exitCodes.usage.code;
  }
}

/** `invoice/1  0.98  titled "Invoice" on page 1`; of an unknown one the likeliest. */
function said({ schema, candidates: [first] }: Classification): readonly string[] {
  const signs = shorten(first?.signs.join('; ') ?? '', 120);
  if (schema) return [`${schema.name}/${schema.version}`, first?.score.toFixed(2) ?? '', signs];
  return ['unknown', '', first ? `perhaps ${first.name} ${first.score.toFixed(2)}: ${signs}` : ''];
}
