/**
 * What a server needs in its environment to start where the kernel isolates no parsers, as in a plain container: `npm test` finds that out, says so, and
 * sets it. Nothing elsewhere.
 */
export const sandboxHere: Readonly<Record<string, string>> = process.env['VOUCH_SANDBOX']
  ? { VOUCH_SANDBOX: process.env['VOUCH_SANDBOX'] }
  : {};
