import type { Command } from 'commander';
import { type LoadedConfig, settings } from '../../../config/index.js';
import { ConfigError } from '../../../core/index.js';
import { consent } from '../doctor/consent.js';
import { examine } from '../doctor/examine.js';
import { type DoctorFinding, ok } from '../doctor/finding.js';
import { live, liveSpending } from '../doctor/live.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import { type Terminal, takesColours } from '../output/terminal.js';
import { columns, printable, textStyles } from '../output/text.js';
import { exitCodes } from './exit-codes.js';

type DoctorOptions = SettingFlags & {
  readonly app?: number;
  readonly online?: true;
  readonly live?: true;
  readonly yes?: true;
  readonly json?: true;
};

export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('Look at all that a server needs, and say what to do where something is wrong.')
    .option('--app <pid>', 'look at the process of an app of your own, too', Number)
    .option('--online', 'ask the providers too, at no cost')
    .option('--live', 'let each provider read a sample invoice, which costs tokens; asks first')
    .option('--yes', 'with --live: do not ask')
    .option('--json', 'print JSON');
  withSettings(
    command,
    settings.map(({ name }) => name),
  ).action(async ({ app, online, live: lively, yes, json, ...flags }: DoctorOptions) => {
    if (yes && !lively) throw new ConfigError('--yes confirms what --live would spend; without --live there is nothing to confirm.');
    const load = () => loadConfigFor(flags, terminal);
    const readings = lively ? await liveReadings(load, yes === true, terminal) : [];
    const findings = [...(await examine({ load, cwd: terminal.cwd, online: online === true, app })), ...readings];
    const well = findings.every(({ verdict }) => verdict !== 'fail');
    terminal.stdout.write(json ? `${JSON.stringify({ ok: well, findings }, null, 2)}\n` : printFindings(findings, terminal));
    terminal.exit(well ? exitCodes.done.code : exitCodes.usage.code);
  });
}

/** @throws ConfigError where the configuration does not hold, or nobody confirms */
async function liveReadings(load: () => Promise<LoadedConfig>, yes: boolean, terminal: Terminal): Promise<readonly DoctorFinding[]> {
  const { engine } = await load();
  const spendings = await liveSpending(engine);
  if (spendings.length === 0) return [ok('live', 'no model uses tokens; nothing is sent')];
  await consent(spendings, { currency: engine.prices?.currency, yes }, terminal);
  return live(spendings, engine);
}

function printFindings(findings: readonly DoctorFinding[], { stdout, env }: Terminal): string {
  const styles = textStyles(takesColours(stdout, env));
  const colour = { ok: styles.good, warn: styles.warn, fail: styles.bad };
  const lines = columns(
    findings.map(({ name, verdict, says }) => [colour[verdict](verdict), styles.strong(name), printable(says)]),
    0,
  );
  const blocks = findings.map(({ help }, index) =>
    [lines[index], ...(help === undefined ? [] : [`      ${styles.faint(`→ ${help}`)}`])].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
}
