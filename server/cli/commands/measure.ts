import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { InputError } from '../../../core/index.js';
import type { Terminal } from '../terminal.js';

/** What each of them answers. */
const measures = {
  eval: 'Say how much is found in documents whose truth is known, and how often a wrong value is accepted.',
  faults: 'Plant mistakes into readings of such documents, and say which are caught.',
  calibrate: 'Learn what the evidence of a reader is worth from runs of eval and faults, or from verdicts.',
  generate: 'Make documents with their truth.',
};
export type MeasureName = keyof typeof measures;

/** Adds a command that stands with the tests, which use it as well; of those it is published, as the kit is. It reads its arguments by itself. */
export const addMeasure = (name: MeasureName) => (program: Command, terminal: Terminal) =>
  void program
    .command(name)
    .description(measures[name])
    .helpOption(false)
    .allowUnknownOption()
    .argument('[arguments...]', `vouch ${name} --help lists them`)
    .action(async (args: readonly string[]) => {
      const { usage, main } = await load(name);
      if (args.includes('--help') || args.includes('-h')) terminal.stdout.write(usage);
      else await main(args);
    });

/** @throws InputError where it is not compiled */
async function load(name: MeasureName): Promise<{ readonly usage: string; main(args: readonly string[]): Promise<void> }> {
  const file = new URL(`../../../test/measure/${name}/main.js`, import.meta.url);
  if (!existsSync(file)) throw new InputError(`vouch ${name} is not compiled. In a clone, npm run ${name} does that first.`);
  return import(file.href);
}
