import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Closes every connection, and each new one immediately. */
  cut(): void;
  /** Holds back answers without closing the connection. */
  mute(): void;
  /** Holds back data in both directions. */
  stall(): void;
  /** Delays data in both directions. */
  delay(ms: number): void;
  /** Sends answers one byte at a time, with this pause between two bytes. */
  drip(ms: number): void;
  /** Forwards normally again, and releases what was held back. */
  mend(): void;
  close(): void;
}

/** Opens a TCP relay on a free port to servers of this machine. Connections go to them in turn. */
export async function openRelay(...ports: readonly number[]): Promise<Relay> {
  const sockets = new Set<Socket>();
  let traffic: RelayTraffic = { up: atOnce, down: atOnce };
  let release = (): void => undefined;
  let next = 0;

  const server = createServer((client) => {
    if (traffic.cut) {
      client.destroy();
      return;
    }
    const upstream = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1');
    forward(client, upstream, () => traffic.up(), whole);
    forward(
      upstream,
      client,
      () => traffic.down(),
      (chunk) => (traffic.dripMs === undefined ? whole(chunk) : bytesOf(chunk)),
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
        if (traffic.dripMs !== undefined) order = order.then(() => after(traffic.dripMs ?? 0));
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
      traffic = { ...traffic, cut: true };
      endAll();
    },
    mute() {
      traffic = { up: atOnce, down: held() };
    },
    stall() {
      const end = held();
      traffic = { up: end, down: end };
    },
    delay(ms) {
      const later = () => after(ms);
      traffic = { up: later, down: later };
    },
    drip(ms) {
      traffic = { up: atOnce, down: atOnce, dripMs: ms };
    },
    mend() {
      traffic = { up: atOnce, down: atOnce };
      release();
    },
    close() {
      endAll();
      server.close();
    },
  };
}

/** When data from the caller (up) and answers (down) may be forwarded. */
interface RelayTraffic {
  readonly cut?: true;
  readonly dripMs?: number;
  up(): Promise<void>;
  down(): Promise<void>;
}

const atOnce = async (): Promise<void> => undefined;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const whole = (chunk: Buffer): readonly Buffer[] => [chunk];
const bytesOf = (chunk: Buffer): readonly Buffer[] => Array.from(chunk, (byte) => Buffer.of(byte));
