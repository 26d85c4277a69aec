import { Command } from 'commander';
import { exitCodeTable } from './commands/exit-codes.js';
import type { Terminal } from './output/terminal.js';

type AddCommand = (program: Command, terminal: Terminal) => void;

/** The commands in the order of the help. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  extract: async () => (await import('./commands/extract.js')).addExtract,
  verify: async () => (await import('./commands/verify.js')).addVerify,
  report: async () => (await import('./commands/report.js')).addReport,
  serve: async () => (await import('./commands/serve.js')).addServe,
  work: async () => (await import('./commands/work.js')).addWork,
  jobs: async () => (await import('./commands/jobs.js')).addJobs,
  webhooks: async () => (await import('./commands/webhooks.js')).addWebhooks,
  mcp: async () => (await import('./commands/mcp.js')).addMcp,
  key: async () => (await import('./commands/key.js')).addKey,
  config: async () => (await import('./commands/config.js')).addConfig,
  plugin: async () => (await import('./commands/plugin.js')).addPlugin,
  schema: async () => (await import('./commands/schema.js')).addSchema,
  init: async () => (await import('./commands/init.js')).addInit,
  doctor: async () => (await import('./commands/doctor.js')).addDoctor,
};

/**
 * Builds the command line for these arguments. Only the command that they name is loaded, because loading the server takes longer than most
 * commands run; without a name all are loaded. It never ends the process: usage errors are thrown as errors of commander.
 */
export async function makeProgram(terminal: Terminal, { version, args }: { version: string; args: readonly string[] }): Promise<Command> {
  const program = new Command('vouch')
    .description('Financial documents in, vouched JSON out: every value with its evidence, its score and its sums checked.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.stdout.write(text), writeErr: (text) => terminal.stderr.write(text) })
    .showHelpAfterError('(vouch --help says more)')
    .addHelpText('after', `\n${exitCodeTable}\n\nData goes to the standard output, everything else to the error output.`);
  const [name = ''] = args;
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  for (const load of named ? [named] : Object.values(commands)) (await load())(program, terminal);
  return program;
}
