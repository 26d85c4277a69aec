import { sandboxWalls } from '../../../config/index.js';
import { type Finding, fail, messageOf, ok } from './finding.js';

/** Node does not wall the network off before version 25; no code in a child opens a connection. */
const outside = 'network';

/** Whether the children that parse untrusted files are walled in, as one of them finds. */
export async function sandbox(): Promise<Finding> {
  try {
    const walls = Object.entries(await sandboxWalls());
    const open = walls.filter(([name, stands]) => !stands && name !== outside).map(([name]) => name);
    const standing = walls.filter(([, stands]) => stands).map(([name]) => name);
    if (open.length > 0)
      return fail(
        'sandbox',
        `a parser is not kept from: ${open.join(', ')}`,
        'Run on Linux, with the Node that npx vouch uses and no NODE_OPTIONS of your own.',
      );
    const network = standing.includes(outside) ? '' : '; the network is for a container or a firewall to close';
    return ok('sandbox', `walls stand: ${standing.join(', ')}${network}`);
  } catch (error) {
    return fail('sandbox', messageOf(error), 'Run npm run build in a clone; else install Vouch anew.');
  }
}
