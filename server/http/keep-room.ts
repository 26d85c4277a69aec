import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from './addresses.js';

/** The part of all connections from which on idle ones are closed for new ones. */
const crowded = 0.9;

/**
 * Lets a server have so many connections, and keeps some free: when it is crowded, the longest idle connection of the address with the most
 * idle ones is closed for each new one, so that two thousand silent callers cannot keep out a request, nor a probe of its health. A
 * connection is idle while no request has arrived on it whole, up to its headers. Returns how to close all that are idle.
 */
export function keepRoom(server: Server, most: number): () => void {
  server.maxConnections = most;
  const idle = new Map<string, Set<Socket>>();
  let open = 0;
  const add = (socket: Socket, address: string): void => void (idle.get(address) ?? created(idle, address)).add(socket);
  const remove = (socket: Socket, address: string): void => {
    const own = idle.get(address);
    own?.delete(socket);
    if (own?.size === 0) idle.delete(address);
  };
  server.on('connection', (socket: Socket) => {
    open += 1;
    if (open > most * crowded) longestIdle(idle)?.destroy();
    const address = clientOf(socket.remoteAddress ?? '');
    add(socket, address);
    socket.once('close', () => {
      open -= 1;
      remove(socket, address);
    });
  });
  server.on('request', ({ socket }, response) => {
    const address = clientOf(socket.remoteAddress ?? '');
    remove(socket, address);
    response.once('close', () => {
      if (!socket.destroyed) add(socket, address);
    });
  });
  return () => {
    for (const socket of [...idle.values()].flatMap((sockets) => [...sockets])) socket.destroy();
  };
}

function created(idle: Map<string, Set<Socket>>, address: string): Set<Socket> {
  const sockets = new Set<Socket>();
  idle.set(address, sockets);
  return sockets;
}

function longestIdle(idle: ReadonlyMap<string, ReadonlySet<Socket>>): Socket | undefined {
  let largest: ReadonlySet<Socket> = new Set();
  for (const sockets of idle.values()) if (sockets.size > largest.size) largest = sockets;
  const [first] = largest;
  return first;
}
