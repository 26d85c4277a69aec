import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { keyId, newReceiptKey, signingKey } from '../../receipts/envelope.js';
import { explainWriteError, type Terminal } from '../terminal.js';

/** Adds `key new`, which makes the key that signs receipts. */
export function addNewReceiptKey(key: Command, terminal: Terminal): void {
  key
    .command('new')
    .description(
      'Make the key that signs receipts: the private half in a file that only you can read, the public half on the standard output.',
    )
    .argument('[file]', 'where the private half is written; an existing file is never overwritten', 'vouch-receipt-key.pem')
    .action((file: string) => writeReceiptKey(file, terminal));
}

function writeReceiptKey(file: string, { cwd, stdout, stderr }: Terminal): void {
  const { privateKey, publicKey } = newReceiptKey();
  explainWriteError(file, () => writeFileSync(resolve(cwd, file), privateKey, { mode: 0o600, flag: 'wx' }));
  stdout.write(publicKey);
  stderr.write(
    `The private key is in ${file}: name it as server.receipt_key or VOUCH_RECEIPT_KEY. Its id is ${keyId(signingKey(privateKey))}.\n` +
      'Keep the public key, which is printed above, where answers are checked: vouch verify --receipt-key <file>.\n',
  );
}
