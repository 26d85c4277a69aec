import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ExtractionError, type PluginContext, Semaphore, type SourceFile } from '../../core/index.js';
import { findIsolationLevel } from './confine.js';
import { ChildPool, type PoolSettings } from './pool.js';
import { type ChildReply, type ParserLimits, type ParserRefusal, type ParserTask, type RefusalReason, refusalMessage } from './protocol.js';
import { programOf } from './start-child.js';

export interface SandboxSettings<T> extends Omit<PoolSettings, 'program' | 'restAfterMs' | 'parse'> {
  /** The folder of the plugin, which holds its child: 'converters/pdf'. */
  readonly plugin: string;
  /** The name of the input in messages: 'PDF'. */
  readonly subject: string;
  /** Whether the child may load native code from our packages; it may not when absent. */
  readonly addons?: boolean;
  /** Limits that the child itself enforces. */
  readonly limits: ParserLimits;
  /**
   * Makes the content of what a child has sent, which may be anything where a file has taken the parser over: a new value of plain data.
   * `wanted` is that of the task. @throws InvalidReply where it is anything else; the child has then crashed
   */
  readonly parse: (sent: unknown, wanted: unknown) => T;
}

/** Bytes to be read, and whose they are: children serve one caller only. */
type SandboxedFile = Pick<SourceFile, 'bytes' | 'caller' | 'guest'>;

/** Reads a file in a child process; `wanted` selects a part of the work. @throws ExtractionError EXTRACTION_FAILED with the reason. */
type SandboxedRead<T> = (file: SandboxedFile, signal: AbortSignal, wanted?: unknown) => Promise<T>;

/** Refusals that cost a child process; the same file would cost another one. */
const childLosses: readonly RefusalReason[] = ['memory', 'time', 'crash'];

/** Opens a sandbox for a parser of untrusted files. Every file yields its content or a typed failure, and never harms this process. */
export function openSandbox<T>(settings: SandboxSettings<T>, context: PluginContext): SandboxedRead<T> {
  shutInspector();
  void logMissingIsolation(context);
  const pool = new ChildPool({ ...settings, program: { ...programOf(settings.plugin), addons: settings.addons ?? false } });
  const queue = queueOf(settings.children);
  const refusals = new RefusedFiles();
  const limits = { ...settings.limits, memoryMb: settings.memoryMb, deadlineMs: settings.deadlineMs };
  context.onProbe(() => pool.works());
  context.onClose(() => pool.close());

  /** An external kill can hit a child in the middle of a file, so a crash counts only when a second child crashes on the same file. */
  const read = async (task: ParserTask, caller: string, signal: AbortSignal): Promise<ChildReply> => {
    const answer = await pool.read(task, caller, signal);
    return answer.kind === 'refusal' && answer.refusal.reason === 'crash' ? pool.read(task, caller, signal) : answer;
  };

  return async (file, signal, wanted) => {
    const { bytes, caller = '' } = file;
    const task = { bytes, limits, wanted };
    const known = refusals.find(task, caller);
    if (known) throw failure(known, settings.subject, limits);
    const release = await queue.acquire(partsOf(file), signal);
    const answer = await read(task, caller, signal)
      .finally(release)
      .catch((error) => {
        if (signal.aborted) throw signal.reason;
        context.log('parser child unavailable', { subject: settings.subject, reason: reasonOf(error) });
        throw new ExtractionError('EXTRACTION_FAILED', `${settings.subject} could not be read: ${reasonOf(error)}`, { cause: error });
      });
    // `parse` has made it.
    if (answer.kind === 'content') return answer.content as T;
    if (childLosses.includes(answer.refusal.reason)) refusals.add(task, caller, answer.refusal);
    report(answer.refusal, settings, context);
    throw failure(answer.refusal, settings.subject, limits);
  };
}

let logged = false;

/** Logs once per process where the kernel does not isolate the children completely. */
async function logMissingIsolation({ log }: PluginContext): Promise<void> {
  const level = await findIsolationLevel();
  if (logged || level === 'full') return;
  logged = true;
  log('parser children are not fully isolated', { open: reachable[level], help: 'vouch doctor' });
}

const reachable = { full: '', network: 'sockets', permissions: 'network, sockets, other processes' } as const;

const failure = (refusal: ParserRefusal, subject: string, limits: ParserLimits): ExtractionError =>
  new ExtractionError('EXTRACTION_FAILED', refusalMessage(refusal, subject, limits));

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'its parser failed');

function report(refusal: ParserRefusal, { subject }: Pick<SandboxSettings<unknown>, 'subject'>, context: PluginContext): void {
  const { reason, origin } = refusal;
  if (childLosses.includes(reason)) {
    context.log('parser child lost', { subject, reason });
    context.report({ kind: 'child lost', reason });
  } else if (origin) context.log('parser failed', { subject, reason, origin });
}

/** What one file takes of a sandbox: a child, and one of those that guests or large files may have. */
type SandboxPart = 'children' | 'guests' | 'large';

/** A file from here on, in bytes, is large: it is likely to be read for a while. */
const largeBytes = 1_048_576;

/** The queue of a sandbox with so many children: files wait here until one is free for them. */
export const queueOf = (children: number): Semaphore<SandboxPart> => {
  const butOne = Math.max(1, children - 1);
  return new Semaphore({ children, guests: butOne, large: butOne }, mayOvertake);
};

/** Guests and large files leave one child to others, so callers with a key pass guests, and small files large ones, that wait for their part. */
const mayOvertake = ({ guests, large }: Readonly<Record<SandboxPart, number>>): boolean => guests === 0 || large === 0;

export const partsOf = ({ bytes, guest }: SandboxedFile): Readonly<Record<SandboxPart, number>> => ({
  children: 1,
  guests: guest ? 1 : 0,
  large: bytes.length >= largeBytes ? 1 : 0,
});

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

export type SandboxOptions = Readonly<Record<keyof typeof sandboxOptions, number>>;

/** The sandbox settings for these options. A converter's child is replaced once it uses half of its memory limit. */
export const sandboxSettings = (given: SandboxOptions) => ({
  children: given.children,
  callers: given.callers,
  ahead: true,
  recycleAfter: given.recycle_after,
  deadlineMs: given.deadline_ms,
  memoryMb: given.memory_mb,
  recycleAboveMb: given.memory_mb / 2,
});

let shut = false;

/**
 * Keeps whoever may send signals to this process from opening its inspector, which would show its memory, keys and files: a listener for
 * SIGUSR1 takes the place of Node's own. A process that was started with an inspector keeps it.
 */
function shutInspector(): void {
  if (shut) return;
  shut = true;
  process.on('SIGUSR1', () => {});
}

/** How long a file that cost a child stays refused, and how many such files are kept. */
const refusedForMs = 600_000;
const maxFiles = 1_000;

interface RefusedFile {
  readonly refusal: ParserRefusal;
  readonly bytes: number;
}

/**
 * Files that recently cost a child; the same caller gets them refused again without another. Only hashes are kept. Another caller's copy is
 * read: a parser that was taken over could else have any file refused that its caller knows.
 */
export class RefusedFiles {
  readonly #files: LRUCache<string, RefusedFile>;

  constructor(now: () => number = () => performance.now()) {
    this.#files = new LRUCache({ max: maxFiles, ttl: refusedForMs, ttlResolution: 0, perf: { now } });
  }

  add(task: RefusableTask, caller: string, refusal: ParserRefusal): void {
    this.#files.set(hash(task, caller), { refusal, bytes: task.bytes.length });
  }

  /** Why this task of this caller is refused without being read; undefined where it is not. */
  find(task: RefusableTask, caller: string): ParserRefusal | undefined {
    // Hashing blocks the server for milliseconds, so only a file of the same length as a refused one is hashed.
    const sameLength = [...this.#files.values()].some((file) => file.bytes === task.bytes.length);
    return sameLength ? this.#files.get(hash(task, caller))?.refusal : undefined;
  }
}

type RefusableTask = Pick<ParserTask, 'bytes' | 'wanted'>;

const hash = ({ bytes, wanted }: RefusableTask, caller: string): string =>
  createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([caller, wanted ?? null]))
    .digest('hex');
