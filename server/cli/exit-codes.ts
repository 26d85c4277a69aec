/** The ways in which a command can end. With several files, the lowest code other than 0 counts. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  unexpected: { code: 1, meaning: 'an error that should not happen' },
  usage: {
    code: 2,
    meaning:
      'wrong usage or configuration, a file that is neither PDF nor DOCX, or a server that cannot be reached; vouch doctor, vouch plugin test, vouch schema check: something fails',
  },
  failed: { code: 3, meaning: 'an extraction failed: the answer has an `error`' },
  verification: {
    code: 4,
    meaning: 'verification FAILED, with --fail-on verification; vouch verify, vouch einvoice check: something does not hold',
  },
  confidence: {
    code: 5,
    meaning:
      'a required field is null or under the threshold, with --fail-on confidence; a value is under the score of --fail-under; vouch verify, vouch einvoice check: it cannot be checked',
  },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C; the same command goes on where it stopped' },
} as const;

export const exitCodeTable = `Exit codes:\n${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join('\n')}`;

export function combineExitCodes(codes: readonly number[]): number {
  const failures = codes.filter((code) => code !== 0);
  return failures.length === 0 ? 0 : Math.min(...failures);
}
