import { existsSync } from 'node:fs';

/** Debian's, the one without windows first: it starts and draws faster. */
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The browser that pages are looked at in. @throws Error saying what to install */
export function chromiumPath(): string {
  const found = known.find(existsSync);
  if (!found) throw new Error(`Pages are judged in Chromium, and there is none at ${known.join(' or ')}: apt-get install chromium`);
  return found;
}
