import type { Command } from 'commander';
import { settings } from '../../../config/index.js';
import { ConfigError } from '../../../core/index.js';
import { work } from '../../app/work.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import { wholeNumber } from '../input/option-values.js';
import type { Terminal } from '../output/terminal.js';

/** Settings of doors, which a worker has none of. */
const ofDoors = new Set(['port', 'host', 'work']);

export function addWork(program: Command, terminal: Terminal): void {
  const command = program
    .command('work')
    .description('Run jobs that servers of the same store have taken in, without HTTP, until it is told to stop.')
    .option('--concurrency <number>', 'jobs at a time', wholeNumber, 2);
  withSettings(
    command,
    settings.map(({ name }) => name).filter((name) => !ofDoors.has(name)),
  ).action(async ({ concurrency, ...flags }: SettingFlags & { readonly concurrency: number }) => {
    const loaded = await loadConfigFor(flags, terminal);
    if (loaded.server.store === 'memory:')
      throw new ConfigError('The store is memory:, in which no other process can leave a job. Name another: --store, or VOUCH_STORE.');
    await work({ ...loaded, server: { ...loaded.server, work: concurrency } }, terminal);
  });
}
