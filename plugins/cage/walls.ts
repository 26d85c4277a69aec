import type { PluginContext } from '../../core/index.js';
import { openCage } from './cage.js';
import { residentMb } from './memory.js';
import type { Walls } from './walls/try-walls.js';

/** What keeps a child that reads hostile files from the rest of the machine, and whether it does; tried from inside such a child. */
export type StandingWalls = Walls & {
  /** Whether a child that grows too large is seen and killed. */
  readonly memory: boolean;
};

/** Starts a child as a converter's is started, and has it try its walls. @throws ExtractionError when no child can be started */
export default async function walls(): Promise<StandingWalls> {
  const closers: (() => Promise<void> | void)[] = [];
  const context: PluginContext = {
    secret: () => '',
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: (close) => void closers.push(close),
  };
  const settings = { children: 1, recycleAfter: 1, deadlineMs: 15_000, memoryMb: 512, recycleAboveMb: 256, warm: false, limits: {} };
  const ask = openCage<Walls>({ plugin: 'cage/walls', subject: 'The sandbox', ...settings }, context);
  try {
    return { ...(await ask(new Uint8Array(), AbortSignal.timeout(30_000))), memory: residentMb(process.pid) !== undefined };
  } finally {
    await Promise.allSettled(closers.map(async (close) => close()));
  }
}
