import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, child, decimal, InputError, isObject, type Json } from '../../core/index.js';
import { about } from '../http/about.js';
import type { Envelope, ExtractionBody } from '../wire/extraction.js';

/** What made an answer, beside the document and the schema, as plain data without secrets. */
export interface Ingredients {
  readonly configuration: unknown;
  readonly models: unknown;
  readonly rules: unknown;
  readonly tables: unknown;
}

export interface ReceiptSigner {
  signed(body: ExtractionBody, request: ReceiptRequest): ExtractionBody;
}

/** @throws InputError where the PEM holds no private Ed25519 key */
export function receiptSigner(pem: string, ingredients: Ingredients): ReceiptSigner {
  const key = signingKey(pem);
  const made = digestsOfIngredients(ingredients);
  return { signed: (body, request) => ({ ...body, receipt: seal(statement(body, request, made), key) }) };
}

/** The signer of a file with a key; undefined where none is named. @throws ConfigError where it holds none */
export function openReceipts(file: string, ingredients: Ingredients | undefined): ReceiptSigner | undefined {
  if (file === '' || !ingredients) return undefined;
  return receiptSigner(readKey(file, signingKey), ingredients);
}

/** The PEM in a file. @throws ConfigError that names the file */
export function readKey(file: string, check: (pem: string) => unknown): string {
  try {
    const pem = readFileSync(file, 'utf8');
    check(pem);
    return pem;
  } catch (cause) {
    const why = cause instanceof InputError ? cause.message : 'it cannot be read';
    throw new ConfigError(`The receipt key ${file} cannot be used: ${why}`, ['server', 'receipt_key'], { cause });
  }
}

export const digestsOfIngredients = (ingredients: Ingredients): Digests =>
  Object.fromEntries(Object.entries(ingredients).map(([name, value]) => [name, digestOf(value)]));

/** What was asked: of which a receipt has the digests. */
export interface ReceiptRequest {
  readonly document: Uint8Array;
  /** A JSON Schema as text. */
  readonly schema: string;
}

const predicateType = 'urn:vouch:receipt:1';

/** The text that is signed. Source: in-toto Attestation Framework, Statement v1. */
function statement(body: ExtractionBody, { document, schema }: ReceiptRequest, made: Digests): string {
  const answer = JSON.parse(JSON.stringify(body));
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'answer', digest: { sha256: digestOf(answer) } },
      { name: 'document', digest: { sha256: hash('sha256', document) } },
    ],
    predicateType,
    predicate: {
      made_at: new Date().toISOString(),
      vouch: about().version,
      digests: { schema: digestOf(JSON.parse(schema)), ...made },
      parts: digestsOfParts(answer),
    },
  });
}

/** What a receipt says, whether it is signed or not. */
export interface ReceiptSays {
  readonly madeAt: string;
  readonly vouch: string;
  /** Of the answer, the document, the schema and the ingredients. */
  readonly digests: Digests;
  /** Of the parts of the answer by their paths. */
  readonly parts: Digests;
}

/** Reads what a receipt says. @throws Error where its text is none that Vouch makes */
export function readStatement(text: string): ReceiptSays {
  const { subject, predicate } = JSON.parse(text);
  const subjects = subject.map(({ name, digest }: { name: string; digest: { sha256: string } }) => [name, digest.sha256]);
  return {
    madeAt: predicate.made_at,
    vouch: predicate.vouch,
    digests: { ...Object.fromEntries(subjects), ...predicate.digests },
    parts: predicate.parts,
  };
}

const payloadType = 'application/vnd.in-toto+json';

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
  hash('sha256', (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }));

/** Signs a text. Source: DSSE 1.0.2, github.com/secure-systems-lab/dsse. */
function seal(payload: string, key: KeyObject): Envelope {
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

/** SHA-256 of things by their names, as hexadecimal digits. */
export type Digests = Readonly<Record<string, string>>;

/** SHA-256 of JSON in its canonical form, in which neither the order of names nor the space between them counts. Source: RFC 8785. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value, ordered) ?? 'null');

const ordered = (_name: string, value: Json): Json =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))) : value;

/**
 * The digests of the parts of a value by their paths, two levels of objects deep: `$.object.total`, `$.metadata.credits`. By them a receipt
 * says where an answer was changed.
 */
export function digestsOfParts(value: Json, path = '$', levels = 3): Digests {
  if (!isObject(value) || levels === 0 || Object.keys(value).length === 0) return { [path]: digestOf(value) };
  return Object.assign({}, ...Object.entries(value).map(([name, part]) => digestsOfParts(part, child(path, name), levels - 1)));
}

/**
 * Parses JSON so that two different texts of a number are never the same: a number that a computer would round, which Vouch never writes,
 * stays a text. @throws SyntaxError
 */
export const parseExactly = (text: string): Json =>
  JSON.parse(text, (_name: string, value: Json, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && !decimal(context.source).eq(decimal(value)) ? context.source : value,
  );
