import { sandboxIsolation } from '../../../config/index.js';
import { type Finding, fail, messageOf, ok, warn } from './finding.js';

/** Walls that only the kernel builds, and only where it may: many containers forbid it, and other systems than Linux cannot. */
const kernels: readonly string[] = ['network', 'sockets'];

/** Whether the children that parse untrusted files are walled in, as one of them finds. */
export async function sandbox(): Promise<Finding> {
  try {
    return judged(await sandboxIsolation());
  } catch (error) {
    return fail('sandbox', messageOf(error), 'Run npm run build in a clone; else install Vouch anew.');
  }
}

/** What is said of these walls: true where one stands. */
export function judged(walls: Readonly<Record<string, boolean>>): Finding {
  const names = (stands: boolean) => Object.keys(walls).filter((name) => walls[name] === stands);
  const [standing, open] = [names(true), names(false)];
  const says = `walls stand: ${standing.join(', ')}`;
  if (open.some((name) => !kernels.includes(name)))
    return fail(
      'sandbox',
      `a parser is not kept from: ${open.join(', ')}`,
      'Run on Linux, with the Node that npx vouch uses and no NODE_OPTIONS of your own.',
    );
  if (open.length > 0)
    return warn(
      'sandbox',
      `${says}; a parser that is taken over could reach: ${open.join(', ')}`,
      'Allow unprivileged user namespaces (unshare of util-linux), or close the network with the container or a firewall.',
    );
  return ok('sandbox', says);
}
