/** One part of a multipart form. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

export const pdf = Buffer.from('%PDF-1.7\nnot much of one');
export const outputSchema = JSON.stringify({ type: 'object', properties: { total: { type: 'number' } }, required: ['total'] });

export const filePart = (value: string | Uint8Array = pdf, filename = 'invoice.pdf'): FormPart => ({
  name: 'file',
  value,
  filename,
  type: 'application/pdf',
});
export const schemaPart = (value: string = outputSchema): FormPart => ({ name: 'output_schema', value });

export const boundary = 'vouch-test-boundary';

/** A multipart body and its headers, for `inject`. */
export function form(...parts: readonly FormPart[]): { readonly payload: Buffer; readonly headers: Record<string, string> } {
  const pieces = parts.flatMap((part) => [Buffer.from(headOf(part)), Buffer.from(part.value), Buffer.from('\r\n')]);
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** A form with a file, a schema and the given parts. */
export const goodForm = (...more: readonly FormPart[]) => form(filePart(), schemaPart(), ...more);

function headOf({ name, filename, type }: FormPart): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
}
