import { type Diagnosis, fail, ok, warn } from './finding.js';

/** The oldest Node that `package.json` names, and the one that the package brings. */
const oldestNode = [22, 13] as const;
const shippedMajor = 24;

export function runtime(version: string = process.versions.node, platform: string = process.platform): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const says = `Node ${version} on ${platform}`;
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    return fail(
      'runtime',
      says,
      `Node ${oldestNode.join('.')} is the oldest that works; run through npx, which uses the one that is installed with Vouch.`,
    );
  if (platform !== 'linux')
    return warn('runtime', says, 'Only on Linux is a parser that takes too much memory seen and killed; run it there, or in a container.');
  return major < shippedMajor
    ? warn('runtime', says, `Node ${shippedMajor} is what the tests run on; npx vouch uses it.`)
    : ok('runtime', says);
}
