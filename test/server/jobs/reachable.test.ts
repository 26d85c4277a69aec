import { describe, expect, it } from 'vitest';
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
});
