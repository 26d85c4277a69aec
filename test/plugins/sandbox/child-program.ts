/** A program that speaks with the server as the sandbox's own do: `send(message)`, `sendBytes(bytes)` and `onTask(listener)`. */
export const childProgram = (script: string): string => `
  import { Socket } from 'node:net';
  import { deserialize, serialize } from 'node:v8';
  const server = new Socket({ fd: 3, readable: true, writable: true });
  server.on('close', () => process.kill(process.pid, 'SIGKILL'));
  const sendBytes = (bytes) => server.write(bytes);
  const send = (message) => {
    const body = serialize(Object(message) === message && message.kind !== 'ready' ? { name, ...message } : message);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    sendBytes(Buffer.concat([head, body]));
  };
  let name;
  const onTask = (listener) => {
    let received = Buffer.alloc(0);
    server.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= 4 + received.readUInt32BE()) {
        const end = 4 + received.readUInt32BE();
        const task = deserialize(received.subarray(4, end));
        received = received.subarray(end);
        name = task.name;
        listener(task);
      }
    });
  };
  ${script}`;
