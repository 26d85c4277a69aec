/** What a child has sent is not what was agreed: the file may have taken its parser over. */
export class NotAsAgreed extends Error {
  override readonly name = 'NotAsAgreed';

  constructor() {
    super('A child has sent something else than agreed');
  }
}

/** An object. Of its members only those that are asked for are taken over. */
export function record(sent: unknown): Readonly<Record<string, unknown>> {
  insist(typeof sent === 'object' && sent !== null && !Array.isArray(sent));
  return sent as Readonly<Record<string, unknown>>;
}

/** A list of at most so many items. Also a hole becomes an item, which is then found to be none. */
export function list(sent: unknown, longest: number): readonly unknown[] {
  insist(Array.isArray(sent) && sent.length <= longest);
  return Array.from(sent as readonly unknown[]);
}

/** A text of at most so many characters. */
export function text(sent: unknown, longest: number): string {
  insist(typeof sent === 'string' && sent.length <= longest);
  return sent as string;
}

/** A number that is no farther from zero. */
export function number(sent: unknown, farthest: number): number {
  insist(typeof sent === 'number' && Math.abs(sent) <= farthest);
  return sent as number;
}

/** One of these texts. */
export function oneOf<T extends string>(sent: unknown, ...known: readonly T[]): T {
  const found = known.find((one) => one === sent);
  if (found === undefined) throw new NotAsAgreed();
  return found;
}

/** Bytes, as a copy: those that were sent are part of the whole message. */
export function bytes(sent: unknown, longest: number): Uint8Array {
  insist(sent instanceof Uint8Array && sent.length <= longest);
  return Uint8Array.from(sent as Uint8Array);
}

/** A whole number from the first to the last. */
export function count(sent: unknown, first: number, last: number): number {
  insist(Number.isSafeInteger(sent) && (sent as number) >= first && (sent as number) <= last);
  return sent as number;
}

/** @throws NotAsAgreed where it does not hold */
export function insist(holds: boolean): void {
  if (!holds) throw new NotAsAgreed();
}
