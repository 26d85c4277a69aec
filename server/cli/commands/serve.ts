import type { Command } from 'commander';
import { ConfigError } from '../../../core/index.js';
import { allSettings, loadConfigFor, portNumber, type SettingFlags, wholeNumber, withSettings } from '../options.js';
import type { Terminal } from '../terminal.js';

/** Loading the server takes most of a second, which the help of all commands need not. */
export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('Answer over HTTP until it is told to stop.');
  withSettings(command).action(async (flags: SettingFlags) => {
    const { serve } = await import('../../app/serve.js');
    await serve(await loadConfigFor(flags, terminal), terminal);
  });
}

/** Settings of a server's port, which a worker does not have, and what `--concurrency` says. */
const ofServers = new Set(['port', 'work']);

type WorkFlags = SettingFlags & { readonly concurrency: number; readonly probes?: number };

export function addWork(program: Command, terminal: Terminal): void {
  const command = program
    .command('work')
    .description('Run jobs that servers of the same store have taken in, without HTTP, until it is told to stop.')
    .option('--concurrency <number>', 'jobs at a time', wholeNumber, 2)
    .option('--probes <port>', 'answer /livez, /readyz, /health and /metrics on this port, and nothing else', portNumber);
  withSettings(
    command,
    allSettings.filter((name) => !ofServers.has(name)),
  ).action(async ({ concurrency, probes, ...flags }: WorkFlags) => {
    const loaded = await loadConfigFor(flags, terminal);
    if (loaded.server.store === 'memory:')
      throw new ConfigError('The store is memory:, in which no other process can leave a job. Name another: --store, or VOUCH_STORE.');
    const { work } = await import('../../app/work.js');
    await work({ ...loaded, server: { ...loaded.server, work: concurrency } }, terminal, { probes });
  });
}
