import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Ends every connection, and each new one at once. */
  cut(): void;
  /** Answers do not arrive any more, and nothing tells the caller so. */
  mute(): void;
  /** Nothing arrives any more, in either direction. */
  stall(): void;
  /** Everything arrives so much later, in either direction. */
  delay(ms: number): void;
  /** Answers arrive a byte at a time, so far apart. */
  drip(ms: number): void;
  /** As in the beginning; what was held back arrives. */
  mend(): void;
  close(): void;
}

/** A TCP relay on a free port to servers of this machine, one after the other. */
export async function openRelay(...ports: readonly number[]): Promise<Relay> {
  const sockets = new Set<Socket>();
  let line: Line = { up: atOnce, down: atOnce };
  let release = (): void => undefined;
  let next = 0;

  const server = createServer((client) => {
    if (line.cut) {
      client.destroy();
      return;
    }
    const upstream = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1');
    forward(client, upstream, () => line.up(), whole);
    forward(
      upstream,
      client,
      () => line.down(),
      (chunk) => (line.dripMs === undefined ? whole(chunk) : bytesOf(chunk)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function forward(from: Socket, to: Socket, passes: () => Promise<unknown>, pieces: (chunk: Buffer) => readonly Buffer[]): void {
    sockets.add(from.setNoDelay());
    let order: Promise<unknown> = Promise.resolve();
    const inOrder = (act: () => void): void => {
      order = Promise.all([order, passes()]).then(act);
    };
    from.on('data', (chunk) => {
      for (const piece of pieces(chunk)) {
        inOrder(() => to.write(piece));
        if (line.dripMs !== undefined) order = order.then(() => after(line.dripMs ?? 0));
      }
    });
    from.on('end', () => inOrder(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      inOrder(() => to.destroy());
    });
  }
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const held = (): (() => Promise<void>) => {
    const end = new Promise<void>((resolve) => {
      release = resolve;
    });
    return () => end;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      line = { ...line, cut: true };
      endAll();
    },
    mute() {
      line = { up: atOnce, down: held() };
    },
    stall() {
      const end = held();
      line = { up: end, down: end };
    },
    delay(ms) {
      const later = () => after(ms);
      line = { up: later, down: later };
    },
    drip(ms) {
      line = { up: atOnce, down: atOnce, dripMs: ms };
    },
    mend() {
      line = { up: atOnce, down: atOnce };
      release();
    },
    close() {
      endAll();
      server.close();
    },
  };
}

/** When what comes from a caller (up) or an answer (down) may pass. */
interface Line {
  readonly cut?: true;
  readonly dripMs?: number;
  up(): Promise<void>;
  down(): Promise<void>;
}

const atOnce = async (): Promise<void> => undefined;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const whole = (chunk: Buffer): readonly Buffer[] => [chunk];
const bytesOf = (chunk: Buffer): readonly Buffer[] => Array.from(chunk, (byte) => Buffer.of(byte));
