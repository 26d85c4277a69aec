import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { configFileNames } from '../../../config/index.js';
import { ConfigError } from '../../../core/index.js';
import { ask } from '../init/ask.js';
import { configText } from '../init/config-text.js';
import { questions } from '../init/questions.js';
import { explainWriteError } from '../output/explain-write-error.js';
import type { Terminal } from '../output/terminal.js';

const name = 'vouch.config.yaml';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description(`Write ${name} with comments into this folder, after three questions; without a terminal to ask at, with the defaults.`)
    .option('--force', 'write over a configuration that is there')
    .action(({ force }: { readonly force?: true }) => init(force === true, terminal));
}

async function init(force: boolean, terminal: Terminal): Promise<void> {
  const there = configFileNames.filter((file) => existsSync(join(terminal.cwd, file)));
  const others = there.filter((file) => file !== name);
  if (others.length > 0)
    throw new ConfigError(`There is a ${others.join(' and ')} already: two would contradict each other. Remove it first.`);
  if (there.length > 0 && !force) throw new ConfigError(`${name} is there already; --force writes over it.`);
  const answers = await ask(questions, terminal);
  explainWriteError(name, () => writeFileSync(join(terminal.cwd, name), configText(answers)));
  terminal.stderr.write(`${name} is written.${answers.models.needs} Then: npx vouch doctor, and npx vouch serve.\n`);
}
