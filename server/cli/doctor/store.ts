import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStore } from '../../state/open-store.js';
import type { KeyRecord } from '../../state/store.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';

const makeKey = 'Make one with npx vouch key create, or set VOUCH_KEYS.';

/** Checks whether the store works and whether there is a key. A file that does not exist yet is not created. */
export async function store(address: string, keys: readonly string[], cwd: string): Promise<DoctorFinding> {
  if (address === 'memory:')
    return warn('store', 'memory: forgets all when the process ends', 'Name a file: --store sqlite:<file>, or VOUCH_STORE.');
  const [kind = ''] = address.split(':');
  if (kind === 'sqlite' && !existsSync(resolve(cwd, address.slice('sqlite:'.length))))
    return keys.length > 0
      ? ok('store', 'made at the first start')
      : warn('store', 'made at the first start; there is no API key yet', makeKey);
  return askStore(address, kind, keys);
}

/** Opens and asks the store. Its address may hold a password, so only its kind is shown. */
async function askStore(address: string, kind: string, keys: readonly string[]): Promise<DoctorFinding> {
  try {
    const opened = openStore(address);
    try {
      // The first attempt may time out, because it connects and creates missing tables.
      await opened.ping().catch(() => opened.ping());
      const live = (await opened.keys.list()).filter(isLive).length + keys.length;
      return live > 0
        ? ok('store', `${kind} answers, ${live} ${live === 1 ? 'key' : 'keys'}`)
        : warn('store', `${kind} answers; there is no API key that works`, makeKey);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return fail('store', messageOf(error), 'Check VOUCH_STORE, and that this user may use it.');
  }
}

const isLive = ({ revokedAt, expiresAt }: KeyRecord): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());
