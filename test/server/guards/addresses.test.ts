import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../server/http/addresses.js';

describe('the name of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['1.2.3', 'unknown'],
  ])('%j is %j', (ip, client) => {
    expect(clientOf(ip)).toBe(client);
  });

  it('exists for every text, and differs from unknown for every address', () => {
    fc.assert(fc.property(fc.string(), (text) => clientOf(text).length > 0));
    fc.assert(fc.property(fc.ipV4(), (ip) => clientOf(ip) === ip && clientOf(`::ffff:${ip}`) === ip));
    fc.assert(fc.property(fc.ipV6(), (ip) => clientOf(ip) !== 'unknown'));
  });
});
