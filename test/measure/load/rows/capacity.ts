import { documents } from '../capacity/documents.js';
import { store } from '../capacity/store.js';
import type { LoadRow } from '../row.js';

/** Measures the capacity figures of the hosting page on this machine. */
export const capacity: LoadRow = {
  name: 'capacity',
  usual: { seconds: 0, rate: 0 },
  run: async () => [...(await documents()), ...(await store())],
};
