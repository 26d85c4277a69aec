import { documents } from '../capacity/documents.js';
import { store } from '../capacity/store.js';
import type { Row } from '../row.js';

/** The figures of the page on hosting, measured where it is run. */
export const capacity: Row = {
  name: 'capacity',
  usual: { seconds: 0, rate: 0 },
  run: async () => [...(await documents()), ...(await store())],
};
