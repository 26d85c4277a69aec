import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importDefault } from './plugins/import-default.js';

/** What the children that parse untrusted files are kept from, by name, as tested from inside one. @throws when none can be started */
export async function sandboxIsolation(): Promise<Readonly<Record<string, boolean>>> {
  const here = fileURLToPath(import.meta.url);
  const check = await importDefault(
    fileURLToPath(new URL(`../plugins/sandbox/isolation/check-isolation${extname(here)}`, import.meta.url)),
    'the sandbox',
  );
  if (typeof check !== 'function') throw new TypeError('plugins/sandbox/isolation/check-isolation has no default function');
  return check();
}
