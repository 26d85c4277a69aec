import { isIP } from 'node:net';

/** An exact origin, as browsers send it: scheme, host and a port that is not the scheme's own. */
export function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && text !== 'null';
  } catch {
    return false;
  }
}

/** An address block: `10.0.0.0/8`, `2001:db8::/32`, or one address. */
export function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
