import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Diagnosis, fail, messageOf, ok, warn } from './finding.js';

const minFreeMb = 100;
const comfortableFreeMb = 1_000;

/** Room for the store: whether it can be written where it is to be, and how much is free there. */
export function disk(store: string | undefined, cwd: string): Diagnosis {
  const file = store?.startsWith('sqlite:') ? resolve(cwd, store.slice('sqlite:'.length)) : undefined;
  const folder = nearestFolder(file === undefined ? cwd : dirname(file));
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const says = `${free.toLocaleString('en')} MB free in ${folder}`;
    if (file !== undefined) accessSync(existsSync(file) ? file : folder, constants.W_OK);
    if (free < minFreeMb) return fail('disk', says, `Make room: the store cannot grow with less than ${minFreeMb} MB.`);
    return free < comfortableFreeMb
      ? warn('disk', says, 'Make room before it is full: keys and quotas are written there.')
      : ok('disk', says);
  } catch (error) {
    return fail(
      'disk',
      `${folder} cannot be written: ${messageOf(error)}`,
      'Give this user the right to write there, or name another store.',
    );
  }
}

/** The folder, or the nearest above it that is there already. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
