import { documents } from '../capacity/documents.js';
import { store } from '../capacity/store.js';
import type { LoadRow } from '../row.js';

/** The figures of the page on hosting, measured where it is run. */
export const capacity: LoadRow = {
  name: 'capacity',
  usual: { seconds: 0, rate: 0 },
  run: async () => [...(await documents()), ...(await store())],
};
