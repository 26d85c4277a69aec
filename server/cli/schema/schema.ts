import type { Command } from 'commander';
import { shippedSchemas } from '../../../config/index.js';
import { exitCodes } from '../exit-codes.js';
import { chooseSchema, filesIn, namingFile, readInput } from '../inputs.js';
import { loadConfigFor, type SettingFlags, withEngine, withSettings } from '../options.js';
import { columns, print, type Terminal } from '../terminal.js';
import { adviceOn } from './advice.js';
import { proposeSchema } from './propose.js';

export function addSchema(program: Command, terminal: Terminal): void {
  const schema = program.command('schema').description('Show the shipped schemas, propose one from documents, and check your own.');
  schema
    .command('list')
    .description('List them by name.')
    .action(() => {
      const rows = Object.entries(shippedSchemas).map(([name, { description }]) => [name, description]);
      print(terminal, false, rows, () => columns(rows));
    });
  schema
    .command('show')
    .description('Print one as JSON.')
    .argument('<name>')
    .action((name: string) => {
      terminal.stdout.write(`${JSON.stringify(JSON.parse(chooseSchema(name, terminal.cwd).text), null, 2)}\n`);
    });
  schema
    .command('check')
    .description('Say what will read badly in a schema, and what would mend it.')
    .argument('<schema>', 'a file with a JSON Schema, or the name of a shipped one')
    .option('--json', 'print JSON')
    .action((name: string, { json }: { readonly json?: true }) => checkSchema(name, json, terminal));
  const propose = schema
    .command('new')
    .description('Propose a schema from sample documents of one kind: two say more than one. The configured models read them.')
    .requiredOption('--from <files...>', 'PDF or DOCX files, or folders of them');
  withSettings(propose, ['config', 'deadline']).action((options: { readonly from: readonly string[] } & SettingFlags) =>
    proposeFrom(options, terminal),
  );
}

function checkSchema(name: string, json: true | undefined, terminal: Terminal): void {
  const found = adviceOn(chooseSchema(name, terminal.cwd).schema);
  print(terminal, json, found, () => columns(found.map(({ path, problem, mending }) => [path, `${problem}: ${mending}`])));
  if (found.length === 0) terminal.stderr.write('Nothing in it reads badly.\n');
  terminal.exit(found.length === 0 ? exitCodes.done.code : exitCodes.usage.code);
}

async function proposeFrom({ from, ...flags }: { readonly from: readonly string[] } & SettingFlags, terminal: Terminal): Promise<void> {
  await withEngine(await loadConfigFor(flags, terminal), async (engine) => {
    const files = filesIn(from, engine.reads.extensions, terminal);
    const samples = await Promise.all(files.map((file) => namingFile(file, () => readInput(file, terminal))));
    const { schema, fields } = await proposeSchema(samples, engine);
    terminal.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    for (const line of columns(fields.map(({ path, samples: count }) => [path, `in ${count} of ${samples.length}`])))
      terminal.stderr.write(`${line}\n`);
    terminal.stderr.write('Look through it: leave out what you do not need, and say in descriptions what only you mean.\n');
  });
}
