import type { Command } from 'commander';
import { settings } from '../../../config/index.js';
import { serve } from '../../app/serve.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import type { Terminal } from '../output/terminal.js';

export function addServe(program: Command, terminal: Terminal): void {
  const command = program.command('serve').description('Answer over HTTP until it is told to stop.');
  withSettings(
    command,
    settings.map(({ name }) => name),
  ).action(async (flags: SettingFlags) => void (await serve(await loadConfigFor(flags, terminal), terminal)));
}
