import { openSealed, sealBytes } from '../seal.js';

/** Seals a document that several jobs may need, under the name of its file rather than of a job. */
export const sealFile = (key: Uint8Array, file: string, bytes: Uint8Array): Uint8Array => sealBytes(key, bytes, `${file} file`);

/** @throws Error when another secret has sealed it */
export const openFile = (key: Uint8Array, file: string, sealed: Uint8Array): Uint8Array => openSealed(key, sealed, `${file} file`);
