import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { didYouMean, kinds } from '../../../config/index.js';
import { InputError, type Kind } from '../../../core/index.js';
import type { Terminal } from '../terminal.js';

/** What the package.json of a kind says under "vouch": what `vouch plugin test` needs to try it. */
const trials: Readonly<Record<Kind, object | undefined>> = {
  converter: { samples: ['sample.txt'] },
  recognizer: { options: { url: 'http://127.0.0.1:9/read' }, secrets: { OCR_SERVICE_KEY: 'a key for tests' } },
  splitter: undefined,
  model: undefined,
  gate: undefined,
  rule: undefined,
  injector: undefined,
};

/** Where a configuration names a plugin of a kind. */
const places: Readonly<Record<Kind, (use: string) => string>> = {
  converter: (use) => `converters: [pdf, docx, ${use}]`,
  recognizer: (use) => `recognizers:\n  - { use: ${use}, url: https://ocr.example/read }`,
  splitter: (use) => `splitter: ${use}`,
  model: (use) => `witnesses: [facturx, ${use}]`,
  gate: (use) => `gate: ${use}`,
  rule: (use) => `rules: [horizontal-sum, vertical-sum, ${use}]`,
  injector: (use) => `injector: ${use}`,
};

/** `vouch plugin new`: a folder with a plugin that runs, its test, README and package.json. */
export function addNewPlugin(plugin: Command, terminal: Terminal): void {
  plugin
    .command('new')
    .argument('<kind>', kinds.join(', '))
    .argument('<name>', 'what configurations call it, such as due-date')
    .option('--folder <path>', 'where to make it; vouch-plugin-<name> when absent')
    .description('Make a folder with a plugin that runs: source, test, README and package.json.')
    .action((kind: string, name: string, { folder = `vouch-plugin-${name}` }: { readonly folder?: string }) => {
      const path = resolve(terminal.cwd, folder);
      makePlugin(knownKind(kind), knownName(name), path);
      const steps = [`cd ${folder}`, ...(seesVouch(path) ? [] : ['npm install']), 'npm test'];
      terminal.stderr.write(
        `${relative(terminal.cwd, path) || '.'} has a ${kind} that runs.\n\n${steps.map((step) => `  ${step}\n`).join('')}`,
      );
    });
}

/** Whether a module in this folder finds the Vouch of a project around it. */
function seesVouch(folder: string): boolean {
  try {
    return createRequire(join(folder, 'index.js')).resolve('vouch/package.json') !== '';
  } catch {
    return false;
  }
}

function knownKind(given: string): Kind {
  const kind = kinds.find((one) => one === given);
  if (!kind) throw new InputError(`there is no kind "${given}".${didYouMean(given, kinds)} There are ${kinds.join(', ')}`);
  return kind;
}

function knownName(name: string): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.startsWith('vouch-plugin-'))
    throw new InputError(
      `"${name}" is no name of a plugin: small letters, digits and hyphens, such as due-date; vouch-plugin- is put before it`,
    );
  return name;
}

/** Writes the files. @throws InputError when the folder has some already */
function makePlugin(kind: Kind, name: string, path: string): void {
  if (existsSync(path) && readdirSync(path).length > 0) throw new InputError(`${path} has files already; --folder names another`);
  mkdirSync(path, { recursive: true });
  const template = join(packageFolder, 'server/cli/plugin/templates', kind);
  const files = readdirSync(template).map((file) => [file, filled(readFileSync(join(template, file), 'utf8'), name)] as const);
  const written = [
    ...files,
    ['package.json', `${JSON.stringify(manifestOf(kind, name), null, 2)}\n`],
    ['README.md', readme(kind, name)],
  ] as const;
  for (const [file, text] of written) writeFileSync(join(path, file), text, { flag: 'wx' });
}

const filled = (template: string, name: string): string =>
  template.replaceAll('__name__', name).replaceAll('__TYPE__', name.replaceAll('-', '_').toUpperCase());

const require = createRequire(import.meta.url);
const manifestFile = require.resolve('vouch/package.json');
const packageFolder = join(manifestFile, '..');
const { version } = require(manifestFile) as { readonly version: string };

const manifestOf = (kind: Kind, name: string): object => ({
  name: `vouch-plugin-${name}`,
  version: '0.1.0',
  description: `A ${kind} for Vouch.`,
  keywords: ['vouch-plugin'],
  type: 'module',
  exports: './index.js',
  files: ['index.js'],
  scripts: { test: 'node --test && vouch plugin test' },
  peerDependencies: { vouch: `^${version}` },
  ...(trials[kind] && { vouch: trials[kind] }),
});

const readme = (kind: Kind, name: string): string => `# vouch-plugin-${name}

A ${kind} for Vouch. Say here what it does, and with which source.

\`\`\`sh
npm install vouch-plugin-${name}
\`\`\`

\`\`\`yaml
${places[kind](`vouch-plugin-${name}`)}
\`\`\`

\`npm test\` runs its own tests, and whether it keeps what a ${kind} promises; \`npx vouch plugin test --watch\` does that whenever a file changes.
`;
