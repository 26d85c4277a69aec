import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

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
  /** As in the beginning; what was held back arrives. */
  mend(): void;
}

/** A TCP relay on a free port to servers of this machine, one after the other. It is gone when the test has finished. */
export async function relay(...ports: readonly number[]): Promise<Relay> {
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
    forward(client, upstream, () => line.up());
    forward(upstream, client, () => line.down());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function forward(from: Socket, to: Socket, passes: () => Promise<unknown>): void {
    sockets.add(from.setNoDelay());
    let order: Promise<unknown> = Promise.resolve();
    const inOrder = (act: () => void): void => {
      order = Promise.all([order, passes()]).then(act);
    };
    from.on('data', (chunk) => inOrder(() => to.write(chunk)));
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
  onTestFinished(() => {
    endAll();
    server.close();
  });
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
      const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      line = { up: later, down: later };
    },
    mend() {
      line = { up: atOnce, down: atOnce };
      release();
    },
  };
}

/** When what comes from a caller (up) or an answer (down) may pass. */
interface Line {
  readonly cut?: true;
  up(): Promise<void>;
  down(): Promise<void>;
}

const atOnce = async (): Promise<void> => undefined;
