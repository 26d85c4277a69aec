import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A new folder, which is deleted after the tests of the file. */
export function temporaryFolder(what: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `vouch-${what}-`));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
