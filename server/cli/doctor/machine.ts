import { once } from 'node:events';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';

/** The oldest Node that `package.json` allows. */
const oldestNode = [22, 13] as const;
/** The Node that is installed with the package. */
const shippedMajor = 24;

/** Checks the version of Node and the operating system. */
export function runtime(version: string = process.versions.node, platform: string = process.platform): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const says = `Node ${version} on ${platform}`;
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    return fail(
      'runtime',
      says,
      `Node ${oldestNode.join('.')} is the oldest that works; run through npx, which uses the one that is installed with Vouch.`,
    );
  if (platform !== 'linux')
    return warn('runtime', says, 'Only on Linux is a parser that takes too much memory seen and killed; run it there, or in a container.');
  return major < shippedMajor
    ? warn('runtime', says, `Node ${shippedMajor} is what the tests run on; npx vouch uses it.`)
    : ok('runtime', says);
}

/** The clock of the machine that built the package may be ahead by this much. */
const clockToleranceMs = 86_400_000;

/** Checks the clock, by which keys expire and quotas end. A time before this program was built is certainly wrong. */
export function clock(now: Date = new Date(), built: Date = statSync(fileURLToPath(import.meta.url)).mtime): DoctorFinding {
  const says = now.toISOString();
  return now.getTime() < built.getTime() - clockToleranceMs
    ? fail('clock', `${says} is before this program was installed`, 'Set the clock, best by NTP: keys expire and quotas end by it.')
    : ok('clock', says);
}

const minFreeMb = 100;
const comfortableFreeMb = 1_000;

/** Checks whether the store can be written, and how much space is free on its disk. */
export function disk(store: string | undefined, cwd: string): DoctorFinding {
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

/** The folder, or the nearest one above it that exists. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));

/** Checks whether a server can listen on the configured address by listening there for a moment. */
export async function ports({ host, port }: { readonly host: string; readonly port: number }): Promise<DoctorFinding> {
  const says = `${host}:${port}`;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    server.close();
    return ok('ports', `${says} can be listened on`);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    return taken
      ? warn('ports', `${says} is taken`, 'Fine if that is Vouch already running; else set PORT to another, or to 0 for a free one.')
      : fail(
          'ports',
          `${says} cannot be listened on: ${messageOf(error)}`,
          'Set HOST to an address of this machine, and PORT to one that is allowed.',
        );
  }
}
