import { openStore, type Store } from '../../../server/index.js';

/** A store whose every call fails, as after the loss of its disk or server. */
export function brokenStore(): Store {
  const gone = async (): Promise<never> => Promise.reject(new Error('disk I/O error'));
  return {
    ...openStore('memory:'),
    keys: { pepper: gone, add: gone, find: gone, read: gone, list: gone, revoke: gone, change: gone, rotate: gone, touch: gone },
    rates: { take: gone },
    answers: { claim: gone, keep: gone, release: gone },
    quotas: { allowance: gone, reserve: gone, charge: gone },
    ping: gone,
  };
}
