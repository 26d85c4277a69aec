import type { IncomingMessage } from 'node:http';

/** The token of the one Authorization header. Node keeps the first of several and hides the rest, so they are counted in the raw list. */
export function bearer(request: IncomingMessage): string | undefined {
  const sent = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length > 1) return undefined;
  return /^Bearer +(?<token>\S+) *$/i.exec(request.headers.authorization ?? '')?.groups?.['token'];
}
