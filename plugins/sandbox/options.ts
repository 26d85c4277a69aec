import type { SandboxSettings } from './sandbox.js';

/** The options of every converter that runs in the sandbox. */
export const sandboxOptions = {
  max_pages: { type: 'integer', default: 100, minimum: 1, description: 'Pages of a document; one that has more is refused.' },
  deadline_ms: {
    type: 'integer',
    default: 15_000,
    minimum: 100,
    description: 'Time that reading one document may take, without its CPU wait (Linux).',
  },
  memory_mb: {
    type: 'integer',
    default: 512,
    minimum: 160,
    description: 'Resident memory of a child; above it the child is killed (Linux).',
  },
  children: { type: 'integer', default: 2, minimum: 1, description: 'Parser processes at work at most; one is started at once.' },
  callers: {
    type: 'integer',
    default: 8,
    minimum: 1,
    description:
      'Callers for whom a parser process stays. One more caller than these costs a fresh process, as much as some five documents.',
  },
  recycle_after: {
    type: 'integer',
    default: 1_000,
    minimum: 1,
    description: 'Documents that one child reads before a fresh one replaces it, which costs as much as some fifty documents.',
  },
} as const;

type SandboxOptions = Readonly<Record<Exclude<keyof typeof sandboxOptions, 'max_pages'>, number>>;

/** The sandbox settings for these options. A converter's child is replaced once it uses half of its memory limit. */
export const sandboxSettings = (
  given: SandboxOptions,
): Pick<SandboxSettings<unknown>, 'children' | 'callers' | 'ahead' | 'recycleAfter' | 'deadlineMs' | 'memoryMb' | 'recycleAboveMb'> => ({
  children: given.children,
  callers: given.callers,
  ahead: true,
  recycleAfter: given.recycle_after,
  deadlineMs: given.deadline_ms,
  memoryMb: given.memory_mb,
  recycleAboveMb: given.memory_mb / 2,
});
