import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that may be called although they are not part of the internet: CIDRs and addresses. */
export type AllowedNetworks = readonly string[];

/** The address is one that no caller may make this server call. The message names it, and nothing else. */
export class UnreachableAddress extends Error {
  override readonly name = 'UnreachableAddress';
}

/**
 * Whether a caller may have this address called. Those of this machine, of private networks and links, and those that lead elsewhere (6to4, NAT64,
 * Teredo) may not, because behind them are services that trust whoever reaches them. Source: the special purpose registries of IANA.
 */
export function isReachable(address: string, allowed: AllowedNetworks): boolean {
  // The library takes `::10.0.0.1` for `::ffff:10.0.0.1`; it is an address of IPv6 that leads nowhere.
  if (isIP(address) === 0 || /^::\d+\./.test(address)) return false;
  const parsed = ipaddr.process(address);
  return (parsed.range() === 'unicast' && isPublic(parsed)) || isAllowed(parsed, allowed);
}

/** Of IPv6 only what IANA gives out to the internet, which leaves out what IPv4 is written in; of IPv4 not what a cloud has behind a public number. */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv6' ? isAllowed(address, ['2000::/3']) : !isAllowed(address, cloudServices);

/** Azure's platform, which answers its machines: WireServer, DNS, load balancer probes. */
const cloudServices: AllowedNetworks = ['168.63.129.16'];

/** Whether plain HTTP may be spoken to the host, and private addresses called: where each is in a network of the host's own. */
export const isAllowed = (address: ipaddr.IPv4 | ipaddr.IPv6, allowed: AllowedNetworks): boolean =>
  allowed.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), undefined];
    if (base.kind() !== address.kind()) return false;
    return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128));
  });

/** Resolves a name for a connection, which is made to the address that was looked at, so that a name which resolves differently each time gains nothing. */
export const reachableLookup =
  (allowed: AllowedNetworks): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true })
      .then((addresses) => {
        const good = addresses.filter(({ address }) => isReachable(address, allowed));
        const [first] = good;
        if (!first) throw leadsNowhere();
        if (options.all) done(null, good);
        else done(null, first.address, first.family);
      })
      // Whether a name exists here, where the names of the host's own network do, is nobody's to find out.
      .catch((cause) => done(leadsNowhere({ cause }), '', 0));
  };

const leadsNowhere = (options?: ErrorOptions): UnreachableAddress => new UnreachableAddress('its name leads to no public address', options);

/** A URL that may be registered: what is wrong with it as a sentence, or undefined. */
export function wrongAddress(text: string, allowed: AllowedNetworks): string | undefined {
  if (!URL.canParse(text) || text.length > longestUrl) return `url must be a URL of at most ${longestUrl} characters`;
  const { protocol, username, password, hostname, hash } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username !== '' || password !== '') return 'url must not contain a user or a password';
  if (hash !== '') return 'url must not contain a fragment';
  if (isIP(host) > 0 && !isReachable(host, allowed))
    return 'url leads to an address that is not public, which this server does not call unless its operator allows the network (VOUCH_WEBHOOK_NETWORKS)';
  const mayBePlain = isIP(host) > 0 && isAllowed(ipaddr.process(host), allowed);
  if (protocol !== 'https:' && !(protocol === 'http:' && mayBePlain)) return 'url must begin with https://';
  return undefined;
}

const longestUrl = 2_048;
