import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LoadedConfig, loadConfig } from '../../config/index.js';
import { ConfigError } from '../../core/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The text of a module with a plugin of the given kind and `more` properties. The plugin has the methods of every kind, which do nothing. */
export const plugin = (kind: string, name: string, more = ''): string =>
  `export default { kind: '${kind}', name: '${name}', ${more} create: () => ({ convert() {}, read() {}, review() {}, check() {}, inject() {} }) };`;

/** One plugin of every kind, for configurations that do not depend on the shipped ones. */
const parts: Readonly<Record<string, string>> = {
  'parts/pages.js': plugin('converter', 'pages'),
  'parts/reader.js': plugin(
    'model',
    'reader',
    "argument: 'model', options: { type: 'object', properties: { model: { type: 'string' }, retries: { type: 'integer' }, api_key: { type: 'string' } } },",
  ),
  'parts/gate.js': plugin('gate', 'gate'),
  'parts/rule.js': plugin('rule', 'rule'),
  'parts/meta.js': plugin('injector', 'meta'),
};

/** The first lines of a configuration, which name these plugins. The lines that a test is about follow. */
export const own =
  'converters: [./parts/pages.js]\ngate: ./parts/gate.js\nrules: [./parts/rule.js]\ninjector: ./parts/meta.js\nwitnesses: []\n';

export function workspace(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('config');
  for (const [name, text] of Object.entries({ ...parts, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Loads a configuration of six such lines with the given text from line 7 on. A line whose key the text has as well is left empty. */
export function load(text: string, more: { env?: Record<string, string>; overrides?: Record<string, string> } = {}): Promise<LoadedConfig> {
  const key = (line: string): string => line.split(':')[0] ?? '';
  const keysOfText = text.split('\n').map(key);
  const lines = `${own}tiers: [./parts/reader.js]`.split('\n').map((line) => (keysOfText.includes(key(line)) ? '' : line));
  return loadConfig({ cwd: workspace({ 'vouch.config.yaml': `${lines.join('\n')}\n${text}` }), env: {}, ...more });
}

/** The message of the ConfigError with which loading fails. */
export async function refusal(loading: Promise<unknown>): Promise<string> {
  const cause = await loading.then(
    () => 'it was accepted',
    (error: unknown) => error,
  );
  return cause instanceof ConfigError ? cause.message : `no ConfigError: ${String(cause)}`;
}
