import { createCipheriv, createHash } from 'node:crypto';

interface Passwords {
  /** '' opens for everybody. */
  readonly user: string;
  readonly owner: string;
}

/**
 * A page of text behind AES-256. Salts and keys are fixed, so that the same text gives the same bytes.
 * Source: ISO 32000-2, 7.6.4.3 and 7.6.4.4 (standard security handler, revision 6).
 */
export function encryptedPdf(lines: readonly string[], passwords: Passwords): Uint8Array {
  const fileKey = createHash('sha256').update('a key for tests').digest();
  const user = credential(passwords.user, fileKey, { check: 'ucheck--', wrap: 'uwrap---' });
  const owner = credential(passwords.owner, fileKey, { check: 'ocheck--', wrap: 'owrap---', user: user.hash });
  const permissions = Buffer.concat([Buffer.from('fcffffffffffffff', 'hex'), Buffer.from('Tadbrand')]);
  const handler = [
    '/Filter /Standard /V 5 /R 6 /Length 256 /P -4 /EncryptMetadata true',
    `/U ${hex(user.hash)} /UE ${hex(user.wrapped)} /O ${hex(owner.hash)} /OE ${hex(owner.wrapped)}`,
    `/Perms ${hex(aes('aes-256-ecb', fileKey, { data: permissions }))}`,
    '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF',
  ].join(' ');
  return document(sealed(lines, fileKey), handler);
}

interface Salts {
  /** Eight bytes each. */
  readonly check: string;
  readonly wrap: string;
  /** The hash of the user's password goes into the owner's. */
  readonly user?: Buffer;
}

/** What the file keeps of a password: its salted hash, and the file's key wrapped by it. */
function credential(password: string, fileKey: Buffer, { check, wrap, user = Buffer.alloc(0) }: Salts) {
  const hash = Buffer.concat([hardened(password, check, user), Buffer.from(check + wrap)]);
  return { hash, wrapped: aes('aes-256-cbc', hardened(password, wrap, user), { iv: Buffer.alloc(16), data: fileKey }) };
}

/** Algorithm 2.B: at least 64 rounds, until the last byte of a round says that it is enough. */
function hardened(password: string, salt: string, user: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(user).digest();
  for (let round = 0; ; round += 1) {
    const block = Buffer.concat([Buffer.from(password), key, user]);
    const data = aes('aes-128-cbc', key.subarray(0, 16), { iv: key.subarray(16, 32), data: Buffer.concat(Array<Buffer>(64).fill(block)) });
    const choice = data.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][choice] ?? 'sha256')
      .update(data)
      .digest();
    if (round >= 63 && (data.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function aes(
  algorithm: string,
  key: Buffer,
  { data, iv = null, padded = false }: { data: Buffer; iv?: Buffer | null; padded?: boolean },
): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(padded);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

function sealed(lines: readonly string[], fileKey: Buffer): Buffer {
  const content = lines.map((line, index) => `BT /F1 12 Tf 1 0 0 1 50 ${700 - index * 20} Tm (${line}) Tj ET\n`).join('');
  const iv = Buffer.from('a vector of 16 b');
  return Buffer.concat([iv, aes('aes-256-cbc', fileKey, { iv, data: Buffer.from(content), padded: true })]);
}

function document(content: Buffer, handler: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    `<< ${handler} >>`,
  ];
  let text = '%PDF-1.7\n';
  const entries = objects.map((object, index) => {
    const offset = String(text.length).padStart(10, '0');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const id = hex(Buffer.alloc(16));
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Encrypt 6 0 R /ID [${id} ${id}] >>`;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  return Buffer.from(`${text}${table}trailer\n${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
