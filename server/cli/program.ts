import { Command } from 'commander';
import { addConfig } from './config.js';
import { addDoctor } from './doctor.js';
import { exitCodeTable } from './exit-codes.js';
import { addExtract } from './extract.js';
import { addInit } from './init.js';
import { addKey } from './key.js';
import { addPlugin } from './plugin.js';
import { addReport } from './report.js';
import { addSchema } from './schema.js';
import { addServe } from './serve.js';
import type { Terminal } from './terminal.js';
import { addVerify } from './verify.js';

/** The command line. It never ends the process: usage errors are thrown as commander's, the rest as what they are. */
export function makeProgram(terminal: Terminal, version: string): Command {
  const program = new Command('vouch')
    .description('Financial documents in, vouched JSON out: every value with its evidence, its score and its sums checked.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.stdout.write(text), writeErr: (text) => terminal.stderr.write(text) })
    .showHelpAfterError('(vouch --help says more)')
    .addHelpText('after', `\n${exitCodeTable}\n\nData goes to the standard output, everything else to the error output.`);
  for (const add of [addExtract, addVerify, addReport, addServe, addKey, addConfig, addPlugin, addSchema, addInit, addDoctor])
    add(program, terminal);
  return program;
}
