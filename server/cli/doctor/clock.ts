import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Diagnosis, fail, ok } from './finding.js';

/** Clocks of the machine that built and of this one may differ by that much. */
const clockToleranceMs = 86_400_000;

/** Keys expire and quotas end by the clock; one that stands before this program was made is wrong, whatever else it says. */
export function clock(now: Date = new Date(), made: Date = statSync(fileURLToPath(import.meta.url)).mtime): Diagnosis {
  const says = now.toISOString();
  return now.getTime() < made.getTime() - clockToleranceMs
    ? fail('clock', `${says} is before this program was installed`, 'Set the clock, best by NTP: keys expire and quotas end by it.')
    : ok('clock', says);
}
