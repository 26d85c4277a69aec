import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to PostgreSQL that counts the statements passing through it. */
export interface CountedLine {
  readonly port: number;
  /** The number of statements so far, and the total time from first byte sent to ready again. */
  counted(): { readonly statements: number; readonly ms: number };
  close(): void;
}

/** Source: PostgreSQL's message flow, §55.2: Execute and Query are statements, ReadyForQuery ends a round trip. */
export async function countStatements(to: number): Promise<CountedLine> {
  const sockets = new Set<Socket>();
  let [statements, ms] = [0, 0];
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1');
    let askedAt = 0;
    const asked = messages({ withStartup: true }, (type) => {
      askedAt ||= performance.now();
      if (type === 'E' || type === 'Q') statements += 1;
    });
    const answered = messages({ withStartup: false }, (type) => {
      if (type !== 'Z' || askedAt === 0) return;
      ms += performance.now() - askedAt;
      askedAt = 0;
    });
    join(client, upstream, asked);
    join(upstream, client, answered);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function join(from: Socket, onward: Socket, inspect: (chunk: Buffer) => void): void {
    sockets.add(from.setNoDelay());
    from.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    from.on('data', (chunk) => {
      inspect(chunk);
      onward.write(chunk);
    });
  }
  return {
    port: (server.address() as AddressInfo).port,
    counted: () => ({ statements, ms }),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Reports the type of each message in a byte stream; the first message of a client has none. */
function messages({ withStartup }: { readonly withStartup: boolean }, tell: (type: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = withStartup;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = untyped ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      if (!untyped) tell(String.fromCharCode(rest[0] ?? 0));
      untyped = false;
      rest = rest.subarray(length);
    }
  };
}
