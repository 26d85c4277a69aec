import { key, otherKey } from './caller.js';
import { Fleet, type FleetTerms } from './fleet.js';
import type { SmallDisk } from './small-disk.js';
import { openTrialStore, type StoreKind, type TrialStore } from './store.js';

/** Runs a trial on a store of its own with servers of its own. */
export async function withFleet<T>(
  kind: StoreKind,
  { settings, disk, ...terms }: FleetTerms & { readonly disk?: SmallDisk },
  work: (parts: { readonly fleet: Fleet; readonly store: TrialStore }) => Promise<T>,
): Promise<T> {
  const store = await openTrialStore(kind, disk);
  try {
    const own = { store: store.address, keys: [key, otherKey], rateLimit: 0, dailyCreditsPerKey: 1_000_000, ...settings };
    const fleet = await Fleet.start({ ...terms, settings: own });
    try {
      return await work({ fleet, store });
    } finally {
      await fleet.stop();
    }
  } finally {
    await store.remove();
  }
}
