import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../../core/index.js';

/**
 * Imports the default export of the module at an absolute path. No other place loads code by name.
 * @throws ConfigError when the module cannot be run or has no default export.
 */
export async function importDefault(file: string, name: string): Promise<unknown> {
  const module: { readonly default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href).catch((cause: unknown) => {
    throw new ConfigError(`${name}: ${importProblem(cause, file)}`, [], { cause });
  });
  if (module.default === undefined) throw new ConfigError(`${name}: has no default export.`);
  return module.default;
}

const moduleHint = ' Its package is CommonJS: give the file the ending .mts or .mjs, or set "type": "module" in package.json.';

function importProblem(cause: unknown, file: string): string {
  if (!(cause instanceof Error)) return `cannot be loaded: ${String(cause)}`;
  if ('code' in cause && cause.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return `Node ${process.version} does not run TypeScript. Take Node 22.18 or newer, set NODE_OPTIONS=--experimental-strip-types, or write it as JavaScript.`;
  }
  const hint = cause instanceof SyntaxError && /import statement|'export'/.test(cause.message) ? moduleHint : '';
  const place = cause instanceof SyntaxError ? syntaxErrorPlace(cause, file) : undefined;
  return `cannot be loaded: ${cause.message}${place ? ` (${place})` : ''}.${hint}`;
}

/**
 * The place of a syntax error as `file:line`; undefined where Node does not tell. For plain JavaScript the error has no place, so a child
 * process checks the file, which runs nothing of it.
 */
function syntaxErrorPlace(error: SyntaxError, file: string): string | undefined {
  return placeIn(error.stack ?? '') ?? placeIn(spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr ?? '');
}

function placeIn(message: string): string | undefined {
  const [, where, line] = /^(file:\/\/.+|\/.+|[A-Z]:\\.+):(\d+)$/m.exec(message.split('\n', 1)[0] ?? '') ?? [];
  if (where === undefined) return undefined;
  return `${where.startsWith('file:') ? fileURLToPath(where) : where}:${line}`;
}
