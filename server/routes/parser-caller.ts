import { randomUUID } from 'node:crypto';

/** Whose files one parser process may read: those of one caller, of one request, or of everybody. */
export type ParserSharing = 'caller' | 'document' | 'shared';

/** Turns the name of who calls into the caller that the engine keeps apart. Another registration may have other callers of the same names. */
export function parserCaller(per: ParserSharing): (name: string) => string {
  const registration = randomUUID();
  return (name) => ({ caller: () => `${registration} ${name}`, document: () => randomUUID(), shared: () => '' })[per]();
}
