import { isIP } from 'node:net';
import { ConfigError } from '../../core/index.js';

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
