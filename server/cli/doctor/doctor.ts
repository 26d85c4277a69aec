import type { Command } from 'commander';
import { type LoadedConfig } from '../../../config/index.js';
import { ConfigError, type Engine } from '../../../core/index.js';
import { printable } from '../../report/html.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigFor, openEngine, type SettingFlags, withSettings } from '../options.js';
import { columns, type Terminal, takesColours, textStyles } from '../terminal.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';
import { consent, live, liveSpending } from './live.js';
import { clock, disk, inspector, inspectorOf, ports, runtime } from './machine.js';
import { givenUp, ocr, providers, sandbox, store } from './parts.js';

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
  withSettings(command).action(async ({ app, online, live: lively, yes, json, ...flags }: DoctorOptions) => {
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
  const lines = columns(findings.map(({ name, verdict, says }) => [colour[verdict](verdict), styles.strong(name), printable(says)]));
  const blocks = findings.map(({ help }, index) =>
    [lines[index], ...(help === undefined ? [] : [`      ${styles.faint(`→ ${help}`)}`])].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
}

interface ExamineOptions {
  /** @throws ConfigError */
  readonly load: () => Promise<LoadedConfig>;
  readonly cwd: string;
  readonly online: boolean;
  readonly app?: number | undefined;
}

/** Checks everything that a server needs, in the order in which it needs it. No file is created. */
async function examine({ load, cwd, online, app }: ExamineOptions): Promise<readonly DoctorFinding[]> {
  const opened = await openConfig(load);
  if ('problem' in opened) {
    const rest = ['store', 'providers', 'ocr', 'ports'].map((name) => warn(name, 'not looked at', 'Mend the configuration first.'));
    return [
      runtime(),
      fail('config', opened.problem, 'npx vouch init writes one that holds; npx vouch config print shows what counts.'),
      ...rest,
      await sandbox(),
      clock(),
      disk(undefined, cwd),
    ];
  }
  const { config, engine } = opened;
  try {
    return [
      runtime(),
      ok(
        'config',
        `${config.file ?? 'the default'}: ${config.engine.tiers.map(({ label, plugin }) => label ?? plugin.name).join(', then ')}`,
      ),
      await store(config.server.store, config.server.keys, cwd),
      ...(await providers(engine, online)),
      ...(await ocr(config.engine)),
      await sandbox(),
      ...givenUp(config.server),
      await inspector(),
      ...(app === undefined ? [] : [inspectorOf(app)]),
      clock(),
      disk(config.server.store, cwd),
      await ports(config.server),
    ];
  } finally {
    await engine.close();
  }
}

async function openConfig(
  load: ExamineOptions['load'],
): Promise<{ readonly config: LoadedConfig; readonly engine: Engine } | { readonly problem: string }> {
  try {
    const config = await load();
    return { config, engine: openEngine(config) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
