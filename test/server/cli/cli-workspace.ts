import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { compiled } from '../../support/compiled.js';
import { sandboxHere } from '../../support/sandbox-here.js';
import { type CommandResult, runHere } from './run-here.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface CommandInput {
  readonly env?: Record<string, string>;
  readonly input?: string;
}

/** A folder with a configuration whose converter reads plain text and whose model reads `Label value` lines, so that answers are fast and exact. */
export function cliWorkspace(files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...pipeline, ...files })) writeFileSync(join(folder, name), text);
  const inFolder = (args: readonly string[], more: CommandInput = {}): Promise<CommandResult> => run(args, { cwd: folder, ...more });
  const vouch = (args: readonly string[], more?: CommandInput): Promise<CommandResult> =>
    inFolder([join(root, 'server/vouch.js'), ...args], more);
  const command = (args: readonly string[], { env = {}, input = '' }: CommandInput = {}): Promise<CommandResult> =>
    runHere(args, { cwd: folder, env: { HOME: folder, ...env }, input });
  return { folder, vouch, command, run: inFolder };
}

function run(
  args: readonly string[],
  { cwd, env = {}, input }: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<CommandResult> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, NODE_COMPILE_CACHE: compiled, ...sandboxHere, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const pipeline: Readonly<Record<string, string>> = {
  'vouch.config.yaml': 'converters: [./pages.js]\ntiers: [./reader.js]\nwitnesses: []\nserver: { store: "sqlite:keys.db" }\n',
  'pages.js': `
    export default { kind: 'converter', name: 'pages', create: () => ({
      format: 'TEXT',
      reads: { formats: ['TEXT'], extensions: ['.pdf', '.docx'], mediaTypes: [] },
      accepts: (file) => Buffer.from(file.bytes).toString().startsWith('TEXT'),
      async convert(file) {
        const lines = Buffer.from(file.bytes).toString().split('\\n').slice(1);
        const words = lines.flatMap((line, row) => line.split(' ').map((text, column) => (
          { text, ocr: false, box: { x: 50 + column * 90, y: 50 + row * 30, width: 80, height: 10 } })));
        const page = { number: 1, width: 595, height: 842, textLayer: 'native', words: words.filter((word) => word.text !== ''), hidden: [] };
        return { format: 'text', file, pages: [page], attachments: [], chargedPages: 1 };
      },
    }) };`,
  'reader.js': `
    import { ExtractionError } from ${JSON.stringify(new URL('dist/core/index.js', `file://${root}/`).href)};
    export default { kind: 'model', name: 'reader', create: () => ({
      async read({ document, fields }) {
        const lines = Buffer.from(document.file.bytes).toString().split('\\n');
        if (lines.includes('SLOW')) await new Promise((done) => setTimeout(done, 300));
        if (lines.includes('BROKEN')) throw new ExtractionError('LLM_ERROR', 'reader: out of order');
        return { cells: fields.filter((field) => !field.path.includes('[]')).map((field) => {
          const label = field.names.join('_').toLowerCase();
          const line = lines.find((candidate) => candidate.toLowerCase().startsWith(label + ' '));
          const value = line === undefined ? null : line.slice(label.length + 1);
          return { path: field.path, value, page: value === null ? null : 1, quote: line ?? null, confidence: 'certain', reason: 'exact' };
        }) };
      },
    }) };`,
  'schema.json': JSON.stringify({
    type: 'object',
    properties: { subtotal: { type: 'number' }, tax: { type: 'number' }, total: { type: 'number' } },
    required: ['total'],
  }),
  'good.txt': 'TEXT\nSubtotal 100.00\nTax 19.00\nTotal 119.00\n',
  'wrong.txt': 'TEXT\nSubtotal 100.00\nTax 19.00\nTotal 120.00\n',
  'empty.txt': 'TEXT\nnothing to see\n',
  'broken.txt': 'TEXT\nBROKEN\n',
  'other.txt': 'no document\n',
};
