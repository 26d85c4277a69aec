import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../core/index.js';
import { syntaxErrorPlace } from '../sources/syntax-place.js';

/**
 * The default export of a module, by its absolute path: the one place where code is loaded by name.
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
