import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { url } from 'node:inspector';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { LoadedConfig } from '../../../config/index.js';
import { ConfigError, type Engine } from '../../../core/index.js';
import { printable } from '../../report/html.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigFor, openEngine, processNumber, type SettingFlags, withSettings } from '../options.js';
import { columns, print, type Terminal, takesColours, textStyles } from '../terminal.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';
import { consent, live, liveSpending } from './live.js';
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
    .option('--app <pid>', 'look at the process of an app of your own, too', processNumber)
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
    print(terminal, json, { ok: well, findings }, () => linesOf(findings, terminal));
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

function linesOf(findings: readonly DoctorFinding[], { stdout, env }: Terminal): readonly string[] {
  const styles = textStyles(takesColours(stdout, env));
  const colour = { ok: styles.good, warn: styles.warn, fail: styles.bad };
  const lines = columns(findings.map(({ name, verdict, says }) => [colour[verdict](verdict), styles.strong(name), printable(says)]));
  return findings.flatMap(({ help }, index) => [lines[index] ?? '', ...(help === undefined ? [] : [`      ${styles.faint(`→ ${help}`)}`])]);
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

/** The oldest Node that `package.json` allows. */
const oldestNode = [22, 18] as const;
/** The Node that is installed with the package. */
const shippedMajor = 24;

/** Checks the version of Node and the operating system. */
export function runtime(version: string = process.versions.node, platform: string = process.platform): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const says = `Node ${version} on ${platform}`;
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    return fail(
      'runtime',
      says,
      `Node ${oldestNode.join('.')} is the oldest that works; run through npx, which uses the one that is installed with Vouch.`,
    );
  if (platform !== 'linux')
    return warn('runtime', says, 'Only on Linux is a parser that takes too much memory seen and killed; run it there, or in a container.');
  return major < shippedMajor
    ? warn('runtime', says, `Node ${shippedMajor} is what the tests run on; npx vouch uses it.`)
    : ok('runtime', says);
}

/** The clock of the machine that built the package may be ahead by this much. */
const clockToleranceMs = 86_400_000;

/** Checks the clock, by which keys expire and quotas end. A time before this program was built is certainly wrong. */
export function clock(now: Date = new Date(), built: Date = statSync(fileURLToPath(import.meta.url)).mtime): DoctorFinding {
  const says = now.toISOString();
  return now.getTime() < built.getTime() - clockToleranceMs
    ? fail('clock', `${says} is before this program was installed`, 'Set the clock, best by NTP: keys expire and quotas end by it.')
    : ok('clock', says);
}

const minFreeMb = 100;
const comfortableFreeMb = 1_000;

/** Checks whether the store can be written, and how much space is free on its disk. */
export function disk(store: string | undefined, cwd: string): DoctorFinding {
  const file = store?.startsWith('sqlite:') ? resolve(cwd, store.slice('sqlite:'.length)) : undefined;
  const folder = nearestFolder(file === undefined ? cwd : dirname(file));
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const says = `${free.toLocaleString('en')} MB free in ${folder}`;
    if (file !== undefined) accessSync(existsSync(file) ? file : folder, constants.W_OK);
    if (free < minFreeMb) return fail('disk', says, `Make room: the store cannot grow with less than ${minFreeMb} MB.`);
    return free < comfortableFreeMb
      ? warn('disk', says, 'Make room before it is full: keys and quotas are written there.')
      : ok('disk', says);
  } catch (error) {
    return fail(
      'disk',
      `${folder} cannot be written: ${messageOf(error)}`,
      'Give this user the right to write there, or name another store.',
    );
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));

/** Checks whether a server can listen on the configured address by listening there for a moment. */
async function ports({ host, port }: { readonly host: string; readonly port: number }): Promise<DoctorFinding> {
  const says = `${host}:${port}`;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    server.close();
    return ok('ports', `${says} can be listened on`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    return taken
      ? warn('ports', `${says} is taken`, 'Fine if that is Vouch already running; else set PORT to another, or to 0 for a free one.')
      : fail(
          'ports',
          `${says} cannot be listened on: ${messageOf(error)}`,
          'Set HOST to an address of this machine, and PORT to one that is allowed.',
        );
  }
}

const flag = '--disable-sigusr1';
const help = `Start it with node ${flag}: else whoever may signal it can read its memory, keys and files until it has made an engine.`;

/** Whether a signal opens the inspector of a process that has made an engine, as this one has: tried on this one. */
async function inspector(): Promise<DoctorFinding> {
  if (url() !== undefined) return warn('inspector', 'this process was started with one', 'Start a server without --inspect.');
  process.kill(process.pid, 'SIGUSR1');
  // Node would open it in a thread of its own.
  await setTimeout(200);
  return url() === undefined
    ? ok(
        'inspector',
        `SIGUSR1 opens none once an engine is made; --app <pid> looks at an app of your own, ${flag} closes it from the start`,
      )
    : fail('inspector', 'SIGUSR1 opens the inspector of this process', help);
}

/** Whether a running app was started so that SIGUSR1 never opens its inspector. Its own listeners cannot be seen from outside. */
function inspectorOf(pid: number): DoctorFinding {
  try {
    const [command, environment] = [read(pid, 'cmdline'), read(pid, 'environ')];
    const options = [...command, ...(environment.find((variable) => variable.startsWith('NODE_OPTIONS=')) ?? '').split(/[= ]/)];
    return options.includes(flag)
      ? ok('inspector', `process ${pid}: SIGUSR1 has been closed since its start`)
      : warn('inspector', `process ${pid}: SIGUSR1 is closed only since it has made an engine, if it has made one`, help);
  } catch {
    return fail('inspector', `process ${pid} cannot be looked at`, 'Name a process of this user on Linux by its number.');
  }
}

const read = (pid: number, file: 'cmdline' | 'environ'): readonly string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
