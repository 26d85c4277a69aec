import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { InputError, isObject, type Json } from '../../core/index.js';
import type { Envelope } from '../wire/extraction.js';
import { digestOfBytes } from './digest.js';

const payloadType = 'application/vnd.in-toto+json';

/** A new pair for receipts, as PEM. */
export function newReceiptKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKey, publicKey };
}

/** The key of a PEM that signs. @throws InputError where it is none of Ed25519 */
export const signingKey = (pem: string): KeyObject => ed25519(() => createPrivateKey(pem), 'private');

/** The key of a PEM, public or private, that checks what it signed. @throws InputError where it is none of Ed25519 */
export const checkingKey = (pem: string): KeyObject => ed25519(() => createPublicKey(pem), 'public');

function ed25519(parse: () => KeyObject, kind: string): KeyObject {
  try {
    const key = parse();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The reason could quote the key.
  }
  throw new InputError(`it holds no ${kind} Ed25519 key as PEM; vouch key new makes one`);
}

/** The name of a key: SHA-256 of its public half as SPKI. */
export const keyId = (key: KeyObject): string =>
  digestOfBytes((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }));

/** Signs a text. Source: DSSE 1.0.2, github.com/secure-systems-lab/dsse. */
export function seal(payload: string, key: KeyObject): Envelope {
  const bytes = Buffer.from(payload);
  const signature = { keyid: keyId(key), sig: sign(null, signedBytes(bytes), key).toString('base64') };
  return { payloadType, payload: bytes.toString('base64'), signatures: [signature] };
}

/** What is signed: the type and the payload, each after its length, so that one cannot pass for the other. Source: DSSE, "pre-authentication encoding". */
const signedBytes = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload]);

/** The text in an envelope, signed or not; undefined where it is no envelope, or has anything in it that no signature covers. */
export const payloadOf = (envelope: Json): string | undefined =>
  isEnvelope(envelope) ? bytesOf(envelope.payload)?.toString('utf8') : undefined;

/** Why an envelope does not hold by this key; undefined where it does. */
export function faultOf(envelope: Json, key: KeyObject): string | undefined {
  if (!isEnvelope(envelope)) return 'it is no envelope as Vouch makes it: payloadType, payload and one signature with keyid and sig';
  const [{ keyid, sig } = { keyid: '', sig: '' }] = envelope.signatures;
  const [payload, signature] = [bytesOf(envelope.payload), bytesOf(sig)];
  if (keyid !== keyId(key)) return `it names the key ${keyid.slice(0, 16)}…, and the key here is ${keyId(key).slice(0, 16)}…`;
  if (!payload || !signature) return `its ${payload ? 'signature' : 'payload'} is not in base64`;
  return verify(null, signedBytes(payload), key, signature)
    ? undefined
    : 'its payload or its signature was changed, or another key signed it';
}

const isEnvelope = (value: Json): value is Json & Envelope =>
  isObject(value) &&
  Object.keys(value).length === 3 &&
  value['payloadType'] === payloadType &&
  typeof value['payload'] === 'string' &&
  Array.isArray(value['signatures']) &&
  value['signatures'].length === 1 &&
  value['signatures'].every(
    (one) => isObject(one) && Object.keys(one).length === 2 && typeof one['keyid'] === 'string' && typeof one['sig'] === 'string',
  );

/** Node reads base64 with letters that mean nothing; only the one way to write the bytes is taken. */
function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}
