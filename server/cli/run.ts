import { Command, CommanderError } from 'commander';
import { ConfigError, InputError } from '../../core/index.js';
import { about } from '../http/about.js';
import type { MeasureName } from './commands/measure.js';
import { exitCodes, exitCodeTable } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** Runs the command of the arguments and reports errors. Never throws. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  try {
    const program = await makeProgram(terminal, { version: about().version, args });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    terminal.exit(report(error, terminal));
  }
}

export const ownTerminal = (): Terminal => ({
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  exit(code) {
    process.exitCode = code;
  },
});

/** Commander prints its errors itself. Errors that a person can correct are one sentence; all others are printed with their stack. */
function report(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
  const correctable = error instanceof ConfigError || error instanceof InputError;
  const text = error instanceof Error ? (correctable ? error.message : (error.stack ?? error.message)) : String(error);
  stderr.write(`vouch: ${text}\n`);
  return correctable ? exitCodes.usage.code : exitCodes.unexpected.code;
}

type AddCommand = (program: Command, terminal: Terminal) => void;

const measure = (name: MeasureName) => async () => (await import('./commands/measure.js')).addMeasure(name);

const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  extract: async () => (await import('./extract/extract.js')).addExtract,
  classify: async () => (await import('./commands/classify.js')).addClassify,
  score: async () => (await import('./extract/score.js')).addScore,
  verify: async () => (await import('./audit/verify.js')).addVerify,
  einvoice: async () => (await import('./commands/einvoice.js')).addEInvoice,
  report: async () => (await import('./commands/report.js')).addReport,
  export: async () => (await import('./commands/export.js')).addExport,
  serve: async () => (await import('./commands/serve.js')).addServe,
  work: async () => (await import('./commands/serve.js')).addWork,
  jobs: async () => (await import('./commands/jobs.js')).addJobs,
  webhooks: async () => (await import('./commands/webhooks.js')).addWebhooks,
  mcp: async () => (await import('./mcp/mcp.js')).addMcp,
  key: async () => (await import('./commands/key.js')).addKey,
  config: async () => (await import('./commands/config.js')).addConfig,
  plugin: async () => (await import('./plugin/plugin.js')).addPlugin,
  schema: async () => (await import('./schema/schema.js')).addSchema,
  eval: measure('eval'),
  faults: measure('faults'),
  calibrate: measure('calibrate'),
  generate: measure('generate'),
  truth: async () => (await import('./commands/truth.js')).addTruth,
  init: async () => (await import('./commands/init.js')).addInit,
  doctor: async () => (await import('./doctor/doctor.js')).addDoctor,
};

/**
 * Builds the command line for these arguments. Only the command that they name is loaded, because loading the server takes longer than most
 * commands run; without a name all are loaded. It never ends the process: usage errors are thrown as errors of commander.
 */
async function makeProgram(terminal: Terminal, { version, args }: { version: string; args: readonly string[] }): Promise<Command> {
  const program = new Command('vouch')
    .description('Financial documents in, vouched JSON out: every value with its evidence, its score and its sums checked.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.stdout.write(text), writeErr: (text) => terminal.stderr.write(text) })
    .addHelpText('after', `\n${exitCodeTable}\n\nData goes to the standard output, everything else to the error output.`);
  const [name = ''] = args;
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  for (const load of named ? [named] : Object.values(commands)) (await load())(program, terminal);
  pointToHelp(program, program.name());
  return program;
}

/** An error of a command names its own help, also where it is the command of a command. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help says more)`);
  for (const inner of command.commands) pointToHelp(inner, `${name} ${inner.name()}`);
}
