import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importDefault } from './plugins/import-default.js';

/** Which walls stand around the children that parse untrusted files, by name; tried from inside of one. @throws when none can be started */
export async function sandboxIsolation(): Promise<Readonly<Record<string, boolean>>> {
  const here = fileURLToPath(import.meta.url);
  const walls = await importDefault(
    fileURLToPath(new URL(`../plugins/sandbox/isolation/isolation${extname(here)}`, import.meta.url)),
    'the sandbox',
  );
  if (typeof walls !== 'function') throw new TypeError('plugins/sandbox/isolation/isolation has no function to try the walls with');
  return walls();
}
