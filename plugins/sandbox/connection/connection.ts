import type { Duplex } from 'node:stream';
import { BrokenFrame, FrameReader, frameOf } from './frames.js';

/** The longest message that a child may send: the words of 100 full pages take a tenth of it. */
const longestReplyBytes = 128 * 2 ** 20;

export interface ConnectionListener {
  message(message: unknown): void;
  /** The connection has ended: the child has closed it, or sent what is no message, or sent while nobody listened. */
  broken(): void;
}

/**
 * The server's end of the connection to a child. Whatever comes over it is untrusted: it becomes plain data or ends the connection, and
 * nothing in Node answers it by itself.
 */
export class Connection {
  readonly #frames = new FrameReader(longestReplyBytes);
  #listener: ConnectionListener | undefined;

  constructor(private readonly stream: Duplex) {
    stream.on('data', (chunk: Uint8Array) => this.#received(chunk));
    stream.on('error', () => this.#break());
    stream.on('close', () => this.#break());
  }

  /** Tells one listener at a time, and no longer than until it stops listening. */
  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    if (this.stream.destroyed) listener.broken();
  }

  get open(): boolean {
    return !this.stream.destroyed;
  }

  unlisten(): void {
    this.#listener = undefined;
  }

  send(message: unknown): void {
    this.stream.write(frameOf(message));
  }

  close(): void {
    this.stream.destroy();
  }

  #received(chunk: Uint8Array): void {
    try {
      if (!this.#listener) throw new BrokenFrame('a message that nobody waits for');
      for (const message of this.#frames.read(chunk)) this.#tell(message);
    } catch {
      this.close();
    }
  }

  #tell(message: unknown): void {
    if (!this.#listener) throw new BrokenFrame('a message too many');
    this.#listener.message(message);
  }

  #break(): void {
    this.close();
    this.#listener?.broken();
  }
}
