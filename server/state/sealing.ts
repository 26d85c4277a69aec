import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { KeyStore } from './store.js';

const [ivBytes, tagBytes] = [12, 16];

/** Encrypts with AES-256-GCM under a key of 32 bytes; it opens under this name only. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, name: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const secret = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), secret]);
}

/** @throws Error when it was not sealed so. */
export function openSealed(key: Uint8Array, sealed: Uint8Array, name: string): Buffer {
  const [iv, tag, secret] = [
    sealed.subarray(0, ivBytes),
    sealed.subarray(ivBytes, ivBytes + tagBytes),
    sealed.subarray(ivBytes + tagBytes),
  ];
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name)).setAuthTag(tag);
  return Buffer.concat([decipher.update(secret), decipher.final()]);
}

/** What seals for the workers. */
export interface SealingServices {
  /** With which requests, documents and endpoints are sealed for the workers. */
  readonly workersKey: () => Promise<Uint8Array>;
}

/** What opening gives; undefined where another secret has sealed it. */
export function unlessSealedOtherwise<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/**
 * A caller to whom others can write: its keys are made from its secret, which is stored nowhere. A worker has the public one and seals results with
 * it; only a request of the caller opens them. Source of the scheme: ECIES with X25519 (RFC 7748), HKDF-SHA-256 and AES-256-GCM.
 */
export interface Recipient {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** @throws Error when it was not sealed for this caller and name. */
  open(sealed: Uint8Array, name: string): Buffer;
}

const keyBytes = 32;
/** What stands before the 32 bytes of an X25519 key in PKCS #8 and SPKI (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

export function recipientOf(secret: string | Uint8Array): Recipient {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'vouch jobs', keyBytes));
  const privateKey = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = rawOf(createPublicKey(privateKey));
  // The notes of a batch share a sender, and agreeing on a key takes longer than all the rest.
  let last: { readonly once: Uint8Array; readonly key: Uint8Array } | undefined;
  const keyWith = (once: Uint8Array): Uint8Array => {
    if (!last || Buffer.compare(last.once, once) !== 0)
      last = { once: Buffer.from(once), key: sealingKey(diffieHellman({ privateKey, publicKey: keyFrom(once) }), once, publicKey) };
    return last.key;
  };
  return {
    publicKey,
    open: (sealed, name) => openSealed(keyWith(sealed.subarray(0, keyBytes)), sealed.subarray(keyBytes), name),
  };
}

/** Seals for who has this public key; it opens under this name only. */
export const sealFor = (recipient: Uint8Array, bytes: Uint8Array, name: string): Uint8Array => sealerFor(recipient)(bytes, name);

/** The same for many things at once, which agrees on a key only once. */
export function sealerFor(recipient: Uint8Array): (bytes: Uint8Array, name: string) => Uint8Array {
  const once = generateKeyPairSync('x25519');
  const sender = rawOf(once.publicKey);
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: keyFrom(recipient) });
  const key = sealingKey(shared, sender, recipient);
  return (bytes, name) => Buffer.concat([sender, sealBytes(key, bytes, name)]);
}

const sealingKey = (shared: Uint8Array, sender: Uint8Array, recipient: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sender, recipient]), 'vouch job result', keyBytes));

const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-keyBytes);
const keyFrom = (raw: Uint8Array): KeyObject => createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });

/**
 * The key with which documents are sealed until a worker reads them: 32 bytes, the same for every server and worker. It is made from the operator's
 * secret, or, without one, from the pepper, which is in the store itself: whoever has the whole store can then open documents that wait.
 */
export async function workersKey(secret: string | undefined, keys: Pick<KeyStore, 'pepper'>): Promise<Uint8Array> {
  const source =
    secret ??
    createHmac('sha256', await keys.pepper())
      .update('vouch jobs')
      .digest();
  return Buffer.from(hkdfSync('sha256', source, '', 'vouch jobs of workers', 32));
}
