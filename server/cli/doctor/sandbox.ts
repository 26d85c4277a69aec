import { sandboxIsolation } from '../../../config/index.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';

/** Isolation that only the Linux kernel provides, and that many containers forbid. */
const kernelOnly: readonly string[] = ['network', 'sockets', 'signals'];

/** Whether the children that parse untrusted files are isolated, as tested from inside one. */
export async function sandbox(): Promise<DoctorFinding> {
  try {
    return sandboxFinding(await sandboxIsolation());
  } catch (error) {
    return fail('sandbox', messageOf(error), 'Run npm run build in a clone; else install Vouch anew.');
  }
}

/** The finding for a report; an entry is true where a parser is kept from it. */
export function sandboxFinding(report: Readonly<Record<string, boolean>>): DoctorFinding {
  const names = (kept: boolean) => Object.keys(report).filter((name) => report[name] === kept);
  const [closed, open] = [names(true), names(false)];
  const says = `a parser is kept from: ${closed.join(', ')}`;
  if (open.some((name) => !kernelOnly.includes(name)))
    return fail(
      'sandbox',
      `a parser is not kept from: ${open.join(', ')}`,
      'Run on Linux, with the Node that npx vouch uses and no NODE_OPTIONS of your own.',
    );
  if (open.length > 0)
    return warn(
      'sandbox',
      `${says}; a parser that is taken over could reach: ${open.join(', ')}`,
      'Allow unprivileged user namespaces (unshare and setpriv of util-linux), or close the network with the container or a firewall; VOUCH_SANDBOX=full has the server refuse to start with less.',
    );
  return ok('sandbox', says);
}
