import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { ConfigError } from '../../../core/index.js';
import { loadConfigFor, openEngine, portNumber, type SettingFlags, withSettings } from '../options.js';
import type { Terminal } from '../terminal.js';
import { messageBytes } from './documents.js';
import { answerOverHttp, loadSdk, openSession } from './sessions.js';
import { Extractions } from './tools.js';

interface McpOptions {
  readonly root?: string;
  readonly http?: number;
}

export function addMcp(program: Command, terminal: Terminal): void {
  const command = program
    .command('mcp')
    .description(
      'Give an assistant the tools extract, score, verify, explain_score and list_doubts, by the Model Context Protocol on the standard streams.',
    )
    .option('--root <folder>', 'the folder below which documents may be named by path; without it they are sent')
    .option('--http <port>', 'answer over HTTP on the loopback instead, for who has the token in VOUCH_MCP_TOKEN', portNumber);
  withSettings(command, ['config', 'deadline']).action((options: McpOptions & SettingFlags) => mcp(options, terminal));
}

/** Runs until its client leaves, or it is told to stop. */
async function mcp({ root, http, ...flags }: McpOptions & SettingFlags, terminal: Terminal): Promise<void> {
  if (root !== undefined && !existsSync(resolve(terminal.cwd, root))) throw new ConfigError(`There is no folder ${root} (--root).`);
  const token = terminal.env['VOUCH_MCP_TOKEN'] ?? '';
  if (http !== undefined && token.length < 16) throw new ConfigError('--http needs a token of at least 16 characters in VOUCH_MCP_TOKEN.');
  const sdk = await loadSdk();
  const loaded = await loadConfigFor(flags, terminal);
  const engine = openEngine(loaded);
  const log = (text: string): void => void terminal.stderr.write(`vouch: ${text}\n`);
  const open = () => openSession(sdk, { engine, settings: loaded.engine, root, terminal, extractions: new Extractions() }, log);
  const told = Promise.race(['SIGTERM', 'SIGINT'].map((signal) => once(process, signal)));
  try {
    if (http === undefined) {
      const session = open();
      const left = new Promise<void>((resolve) => {
        session.onclose = resolve;
      });
      // The error itself may quote the message, and with it a document.
      session.onerror = () => log(`a message of the client cannot be read, or is larger than ${messageBytes() / 1_048_576} MB`);
      await session.connect(new sdk.StdioServerTransport(terminal.stdin, written(terminal), { maxBufferSize: messageBytes() }));
      await Promise.race([once(terminal.stdin, 'end'), once(terminal.stdin, 'close'), left, told]);
      await session.close();
      return;
    }
    const server = await answerOverHttp({ sdk, port: http, token, open });
    const address = server.address();
    log(`mcp answers on http://127.0.0.1:${typeof address === 'object' ? address?.port : http}/mcp`);
    await told;
    server.close();
    server.closeAllConnections();
  } finally {
    await engine.close();
  }
}

/** The output as a stream, as the SDK wants it. */
const written = ({ stdout }: Terminal): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      stdout.write(String(chunk));
      done();
    },
  });
