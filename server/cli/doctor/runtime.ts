import { type Finding, fail, ok, warn } from './finding.js';

/** The oldest Node that `package.json` names, and the one that the package brings. */
const oldest = [22, 13] as const;
const brought = 24;

export function runtime(version: string = process.versions.node, platform: string = process.platform): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const says = `Node ${version} on ${platform}`;
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
    return fail(
      'runtime',
      says,
      `Node ${oldest.join('.')} is the oldest that works; run through npx, which uses the one that is installed with Vouch.`,
    );
  if (platform !== 'linux')
    return warn('runtime', says, 'Only on Linux is a parser that takes too much memory seen and killed; run it there, or in a container.');
  return major < brought ? warn('runtime', says, `Node ${brought} is what the tests run on; npx vouch uses it.`) : ok('runtime', says);
}
