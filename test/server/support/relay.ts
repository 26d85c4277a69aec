import { onTestFinished } from 'vitest';
import { openRelay, type Relay } from '../../fakes/relay.js';

export type { Relay } from '../../fakes/relay.js';

/** A relay that is closed when the test has finished. */
export async function relay(...ports: readonly number[]): Promise<Relay> {
  const opened = await openRelay(...ports);
  onTestFinished(() => opened.close());
  return opened;
}
