/** The store cannot be used now; the message says why and never holds a password or a value. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
