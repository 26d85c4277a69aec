import type { Command } from 'commander';
import { settings } from '../../../config/index.js';
import { examine } from '../doctor/examine.js';
import type { DoctorFinding } from '../doctor/finding.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../input/configuration.js';
import { type Terminal, takesColours } from '../output/terminal.js';
import { columns, printable, textStyles } from '../output/text.js';

type DoctorOptions = SettingFlags & { readonly online?: true; readonly json?: true };

export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('Look at all that a server needs, and say what to do where something is wrong.')
    .option('--online', 'ask the providers too, at no cost')
    .option('--json', 'print JSON');
  withSettings(
    command,
    settings.map(({ name }) => name),
  ).action(async ({ online, json, ...flags }: DoctorOptions) => {
    const findings = await examine({ load: () => loadConfigFor(flags, terminal), cwd: terminal.cwd, online: online === true });
    const ok = findings.every(({ verdict }) => verdict !== 'fail');
    terminal.stdout.write(json ? `${JSON.stringify({ ok, findings }, null, 2)}\n` : printFindings(findings, terminal));
    terminal.exit(ok ? exitCodes.done.code : exitCodes.usage.code);
  });
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
