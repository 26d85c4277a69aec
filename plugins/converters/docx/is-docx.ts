import { namesIn } from '../../ooxml/directory.js';

/** A ZIP with content types and a part under `word/` is a document, with or without macros, and no spreadsheet or plain archive. */
export function isDocx(bytes: Uint8Array): boolean {
  const names = [...namesIn(bytes)].map((name) => name.toLowerCase().replaceAll('\\', '/').replace(/^\//, ''));
  return names.includes('[content_types].xml') && names.some((name) => name.startsWith('word/'));
}
