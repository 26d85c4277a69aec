import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Where a module that cannot be loaded is wrong, as `file:line`; undefined where Node does not tell. Of TypeScript and of imports the error itself
 * tells; of plain JavaScript Node tells only who runs it, so that it is asked in a child, which runs nothing of the file.
 */
export function syntaxErrorPlace(error: SyntaxError, file: string): string | undefined {
  return placeIn(error.stack ?? '') ?? placeIn(spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr ?? '');
}

function placeIn(said: string): string | undefined {
  const [, where, line] = /^(file:\/\/.+|\/.+|[A-Z]:\\.+):(\d+)$/m.exec(said.split('\n', 1)[0] ?? '') ?? [];
  if (where === undefined) return undefined;
  return `${where.startsWith('file:') ? fileURLToPath(where) : where}:${line}`;
}
