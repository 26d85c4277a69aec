import { isIP } from 'node:net';
import { ConfigError } from '../../core/index.js';

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, for one subscriber holds all of it. A port, a zone and the
 * IPv4-in-IPv6 form are taken off. Anything that is no address shares one name.
 */
export function clientOf(ip: string): string {
  const address = withoutPort(ip.trim());
  const version4 = /^::ffff:(?<dotted>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.['dotted'] ?? address;
  if (isIP(version4) === 4) return version4;
  const groups = groupsOf(address);
  if (!groups) return 'unknown';
  const [a, b, c, d, e, f, g, h] = groups.map((group) => Number.parseInt(group, 16));
  // ::ffff:7f00:1 is 127.0.0.1 as well.
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) return dotted(g ?? 0, h ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function withoutPort(text: string): string {
  const bracketed = /^\[(?<inside>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['inside'];
  const plain = bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return plain.replace(/%.*$/, '');
}

/** The eight groups of an IPv6 address, undefined when it is none. */
function groupsOf(address: string): readonly string[] | undefined {
  if (isIP(address) !== 6) return undefined;
  const [head = '', tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => hexGroups(parts.slice(0, 4).map(Number)))
    .split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

const hexGroups = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * Whose forwarded address is believed, in the form that Fastify takes. Ranges only: a count of hops can be forged from inside.
 * @throws ConfigError when an entry is no IP address or CIDR.
 */
export function proxyTrust(cidrs: readonly string[]): string[] | false {
  for (const [index, cidr] of cidrs.entries()) {
    if (!isCidr(cidr)) throw new ConfigError(`"${cidr}" is not an IP range such as "10.0.0.0/8"`, ['server', 'trusted_proxies', index]);
  }
  return cidrs.length > 0 ? [...cidrs] : false;
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
