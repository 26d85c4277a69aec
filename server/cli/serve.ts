import type { Command } from 'commander';
import { settings } from '../../config/index.js';
import { ConfigError } from '../../core/index.js';
import { startServer } from '../start-server.js';
import { configFor, type SettingFlags, withSettings } from './settings-options.js';
import type { Terminal } from './terminal.js';

export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('Answer over HTTP until it is told to stop.');
  withSettings(
    command,
    settings.map(({ name }) => name),
  ).action((flags: SettingFlags) => serve(flags, terminal));
}

async function serve(flags: SettingFlags, terminal: Terminal): Promise<void> {
  const loaded = await configFor(flags, terminal);
  const running = await startServer(loaded, { log: true }).catch((error: unknown) => {
    throw error instanceof ConfigError ? loaded.explain(error) : error;
  });
  terminal.stderr.write(`Vouch answers at ${running.url}. Stop it with Ctrl+C.\n`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => running.close());
}
