import type { OpenedFile } from './sheets.js';

/** Opens a file for display. Its bytes decide the type, as in the service; the code for that type is loaded on demand. */
export async function open(file: File): Promise<OpenedFile> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (startsAs(bytes, '%PDF-', 1_024)) return await (await import('./open-pdf.js')).openPdf(bytes);
    if (startsAs(bytes, 'PK', 2)) return await (await import('./open-docx.js')).openDocx(bytes);
    return { kind: 'unreadable', reason: 'It is neither a PDF nor a DOCX, going by its content.' };
  } catch {
    return { kind: 'unreadable', reason: 'It is damaged, protected by a password, or not what its first bytes say.' };
  }
}

function startsAs(bytes: Uint8Array, signature: string, within: number): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, within)).includes(signature);
}
