import { namesIn } from '../../ooxml/directory.js';

/** A ZIP with content types and a workbook in XML under `xl/`, with or without macros; the binary kind (XLSB) is none. */
export function isXlsx(bytes: Uint8Array): boolean {
  const names = [...namesIn(bytes)].map((name) => name.toLowerCase().replaceAll('\\', '/').replace(/^\//, ''));
  return names.includes('[content_types].xml') && names.some((name) => /^xl\/[^/]+\.xml$/.test(name)) && !names.includes('xl/workbook.bin');
}
