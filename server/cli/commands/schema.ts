import type { Command } from 'commander';
import { shippedSchemas } from '../../../config/index.js';
import { chooseSchema } from '../inputs.js';
import { columns, type Terminal } from '../terminal.js';

export function addSchema(program: Command, terminal: Terminal): void {
  const schema = program.command('schema').description('Show the shipped schemas; a start for your own.');
  schema
    .command('list')
    .description('List them by name.')
    .action(() => {
      const rows = Object.entries(shippedSchemas).map(([name, { description }]) => [name, description]);
      for (const line of columns(rows)) terminal.stdout.write(`${line}\n`);
    });
  schema
    .command('show')
    .description('Print one as JSON.')
    .argument('<name>')
    .action((name: string) => {
      terminal.stdout.write(`${JSON.stringify(JSON.parse(chooseSchema(name, terminal.cwd)), null, 2)}\n`);
    });
}
