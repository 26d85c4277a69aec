import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError, type SourceFile } from '../../../core/index.js';
import { defaultLimits } from '../../http/limits.js';
import { readInput } from '../inputs.js';
import type { Terminal } from '../terminal.js';

/** A document as an argument of a tool: a path below the root, or its bytes in base64. */
export type DocumentArgument = { readonly path: string } | { readonly name: string; readonly base64: string };

export const documentSchema = {
  description: 'The document: {"path": …} below the root that the server was started with, or {"name": …, "base64": …} with its bytes',
  anyOf: [
    { type: 'object', properties: { path: { type: 'string', minLength: 1 } }, required: ['path'], additionalProperties: false },
    {
      type: 'object',
      properties: { name: { type: 'string' }, base64: { type: 'string', minLength: 1 } },
      required: ['name', 'base64'],
      additionalProperties: false,
    },
  ],
} as const;

/** The longest message of a client. A document in base64 is a third larger than itself; one that is somewhat too large is still told so. */
export const messageBytes = (): number => 2 * defaultLimits().fileBytes;

/** @throws InputError where it is outside of the root, cannot be read, is too large, or is no base64 */
export const readDocument = (document: DocumentArgument, root: string | undefined, terminal: Terminal): Promise<SourceFile> =>
  'path' in document ? fromPath(document.path, root, terminal) : uploaded(document);

/** Links are followed before the place is looked at, so that none leads out. */
async function fromPath(path: string, root: string | undefined, terminal: Terminal): Promise<SourceFile> {
  if (root === undefined) throw new InputError('This server reads no paths: start it with --root FOLDER, or send the document as base64');
  const top = await realpath(resolve(terminal.cwd, root));
  const file = await realpath(resolve(top, path)).catch(() => undefined);
  const inside = file === undefined ? '..' : relative(top, file);
  // Whether there is a file outside is nobody's business.
  if (file === undefined || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new InputError('There is no such file below the root');
  }
  return readInput(file, terminal);
}

async function uploaded({ name, base64 }: { readonly name: string; readonly base64: string }): Promise<SourceFile> {
  const { fileBytes } = defaultLimits();
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new InputError('base64 has characters that base64 has not');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > fileBytes) throw new InputError(`The file is larger than ${fileBytes / 1_048_576} MB`);
  return { name: basename(name), bytes };
}
