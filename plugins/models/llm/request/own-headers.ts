import { ConfigError } from '../../../../core/index.js';

/** What a host may not say in place of us: they are the key's, or describe the body and the connection. */
const ours = ['authorization', 'connection', 'content-encoding', 'content-length', 'content-type', 'host', 'transfer-encoding'];

/**
 * The headers that a host adds to every request, as gateways ask for them.
 * @throws ConfigError naming the header, never its value
 */
export function ownHeaders(plugin: string, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [checkedName(plugin, name), checkedValue(plugin, name, value)]));
}

/** Source of the characters: RFC 9110, §5.1 and §5.6.2. */
function checkedName(plugin: string, name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new ConfigError(`Plugin "${plugin}": headers: ${JSON.stringify(name)} is no name of a header`);
  if (ours.includes(name.toLowerCase())) {
    throw new ConfigError(`Plugin "${plugin}": headers: ${name.toLowerCase()} cannot be set here; a key belongs into api_key`);
  }
  return name.toLowerCase();
}

function checkedValue(plugin: string, name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)) return value;
  throw new ConfigError(`Plugin "${plugin}": headers.${name} must be a text that a header can carry`);
}
