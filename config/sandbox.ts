import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../core/index.js';
import { importDefault } from './load-plugin.js';

/** What the children that parse untrusted files are kept from, by name, as tested from inside one. @throws when none can be started */
export const sandboxIsolation = async (): Promise<Readonly<Record<string, boolean>>> => (await openSandbox()).checkIsolation();

/** The weakest isolation of parsers that a server starts with, from the strongest. */
const sandboxMinimums = ['full', 'network', 'permissions', 'none-accepted'] as const;

/**
 * Makes sure that parsers are isolated at least so far on this machine. Where that is less than as shipped, a sentence for the operator says what it
 * gives up.
 * @throws ConfigError that says what a file could do that takes a parser over, and what would help
 */
export async function requireSandbox(minimum: (typeof sandboxMinimums)[number]): Promise<string | undefined> {
  if (minimum === 'none-accepted') return undefined;
  const found = await (await openSandbox()).sandboxLevel();
  const { holds, gives, accept } = given[found];
  if (found !== 'none' && sandboxMinimums.indexOf(found) <= sandboxMinimums.indexOf(minimum))
    return found === 'permissions'
      ? `Parsers of documents are isolated less than they could be: ${holds}. A file that takes its parser over could ${gives}. ` +
          'VOUCH_SANDBOX=network refuses to start so; npx vouch doctor says what would help.'
      : undefined;
  throw new ConfigError(
    `Parsers of documents are not isolated as sandbox "${minimum}" demands: ${holds}. A file that takes its parser over could ${gives}. ` +
      'Allow user namespaces to this user, with unshare and setpriv of util-linux; in a container, use a seccomp profile that permits ' +
      `unshare and mount. npx vouch doctor tries every isolation. To start all the same, set VOUCH_SANDBOX=${accept}`,
    ['server', 'sandbox'],
  );
}

/** What holds at each level, what is given up with it, and the setting that accepts it. */
const given = {
  full: { holds: 'the kernel keeps them from everything', gives: 'do nothing', accept: 'full' },
  network: {
    holds: 'the kernel keeps them from the network and other processes, and only Node from files',
    gives: 'reach sockets in the file system, such as a database’s',
    accept: 'network',
  },
  permissions: {
    holds: 'only Node’s own permissions hold here',
    gives: 'reach the network and stop this server',
    accept: 'permissions',
  },
  none: {
    holds: 'the kernel isolates nothing here, and Node’s own permissions do not hold either',
    gives: 'read and change all that this server can: keys, documents and its program',
    accept: 'none-accepted',
  },
} as const;

interface Sandbox {
  checkIsolation(): Promise<Readonly<Record<string, boolean>>>;
  sandboxLevel(): Promise<keyof typeof given>;
}

async function openSandbox(): Promise<Sandbox> {
  const here = fileURLToPath(import.meta.url);
  const file = fileURLToPath(new URL(`../plugins/sandbox/isolation${extname(here)}`, import.meta.url));
  return (await importDefault(file, 'the sandbox')) as Sandbox;
}
