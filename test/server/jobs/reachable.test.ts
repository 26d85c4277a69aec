import { createSocket } from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { post } from '../../../server/jobs/webhooks/post.js';
import { isReachable, reachableLookup, wrongAddress } from '../../../server/jobs/webhooks/reachable.js';
import { fakeReceiver } from '../../fakes/receiver.js';

const terms = { allowed: [], signal: new AbortController().signal };
const message = { headers: {}, body: '{}' };
const looked = (name: string, allowed: readonly string[]) =>
  new Promise((resolve, reject) =>
    reachableLookup(allowed)(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

describe('an address that a caller may have called', () => {
  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
    expect(isReachable(address, [])).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '2001:db8::1',
    '::10.0.0.1',
    '::8.8.8.8',
    '::a00:1',
    '4000::1',
    '168.63.129.16',
    'example.com',
    '127.1',
  ])('%s is not', (address) => {
    expect(isReachable(address, [])).toBe(false);
  });

  it('may be in a network that the host names, which may be called without TLS, too', () => {
    expect([
      isReachable('10.1.2.3', ['10.1.0.0/16']),
      isReachable('10.2.2.3', ['10.1.0.0/16']),
      isReachable('::1', ['10.1.0.0/16', '::1']),
    ]).toEqual([true, false, true]);
    expect([wrongAddress('http://10.1.2.3/', ['10.1.0.0/16']), wrongAddress('http://10.2.2.3/', ['10.1.0.0/16'])]).toEqual([
      undefined,
      expect.stringMatching(/not public.*VOUCH_WEBHOOK_NETWORKS/),
    ]);
  });

  it('is not told from a name that does not exist', async () => {
    const [unknown, own] = await Promise.all(['no-such-name.invalid', 'localhost'].map((name) => looked(name, []).catch(String)));
    expect(unknown).toBe(own);
  });

  it('is looked at when the connection is made, whatever the name has led to before', async () => {
    await expect(looked('localhost', [])).rejects.toThrow('its name leads to no public address');
    expect(await looked('localhost', ['127.0.0.0/8'])).toEqual([{ address: '127.0.0.1', family: 4 }]);
    const { url, received } = await fakeReceiver();
    await expect(post(url.replace('127.0.0.1', 'localhost'), message, terms)).rejects.toThrow('its name leads to no public address');
    await expect(post(url, message, terms)).rejects.toThrow('its address is not public');
    expect(received).toEqual([]);
  });

  it('is the one that was looked at, also where the name leads elsewhere the next time', async () => {
    const { server, close } = await nameServer(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.2']);
    onTestFinished(close);
    const allowed = ['127.0.0.2'];
    const received: string[] = [];
    const listening = createServer((request, response) => {
      received.push(request.socket.localAddress ?? '');
      response.end();
    });
    await once(listening.listen(0, '0.0.0.0'), 'listening');
    onTestFinished(() => void listening.close());
    const { port } = listening.address() as AddressInfo;
    const call = () => post(`http://rebinding.test:${port}/`, message, { ...terms, allowed });
    resolveBy(server);
    expect(await call()).toBe(200);
    await expect(call()).rejects.toThrow('its name leads to no public address');
    expect(await call()).toBe(200);
    expect(received).toEqual(['127.0.0.2', '127.0.0.2']);
  });
});

/** A name server that answers each question with the next addresses. */
async function nameServer(...answers: readonly (readonly string[])[]) {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const addresses = answers[asked] ?? [];
    asked += 1;
    const header = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
    const asks = question.subarray(12, question.indexOf(0, 12) + 5);
    // A pointer to the name that was asked for, an address of the internet, no time to live, four bytes.
    const records = addresses.map((one) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]));
    socket.send(Buffer.concat([header, asks, ...records]), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

/** Has names looked up there, of IPv4 only, in place of where the system says, for the test. */
function resolveBy(server: string): void {
  const resolver = new dns.Resolver();
  resolver.setServers([server]);
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation((async (name: string) =>
      (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }))) as unknown as typeof dns.lookup);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
}
