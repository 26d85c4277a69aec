import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../../core/index.js';

/**
 * The name under which a client is counted: its IPv4 address, or the /64 of its IPv6 address, because one subscriber holds a whole /64. Ports,
 * zones and the IPv4-mapped form are ignored. Everything that is no address is `unknown`.
 */
export function clientOf(ip: string): string {
  const text = withoutPortAndZone(ip.trim());
  // The library also accepts forms such as 127.1 and 0x7f.1, which Node rejects.
  if (isIP(text) === 0) return 'unknown';
  // It would read the obsolete ::192.0.2.7 as the IPv4-mapped ::ffff:192.0.2.7.
  const address = ipaddr.process(text.replace(/^::(?=\d+\.)/, '0::'));
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

function withoutPortAndZone(text: string): string {
  const bracketed = /^\[(?<inside>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['inside'];
  const plain = bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return plain.replace(/%.*$/, '');
}

/**
 * The proxies whose forwarded address is trusted, in Fastify's form. Only ranges are allowed, since a client can forge a number of hops.
 * @throws ConfigError when an entry is no IP address or CIDR.
 */
export function proxyTrust(cidrs: readonly string[]): string[] | false {
  const ranges = networks(cidrs, 'trusted_proxies');
  return ranges.length > 0 ? [...ranges] : false;
}

/**
 * Addresses and CIDRs as they were written.
 * @throws ConfigError when an entry is neither.
 */
export function networks(cidrs: readonly string[], setting = 'webhook_networks'): readonly string[] {
  for (const [index, cidr] of cidrs.entries()) {
    if (!isAddress(cidr) && !isRange(cidr))
      throw new ConfigError(`"${cidr}" is not an IP range such as "10.1.2.0/28"`, ['server', setting, index]);
  }
  return cidrs;
}

const isAddress = (text: string): boolean => isIP(text) > 0;
const isRange = (text: string): boolean => isAddress(text.replace(/\/\d{1,3}$/, '')) && ipaddr.isValidCIDR(text);
