import type { FileTrace } from '../../../core/index.js';
import { type Handle, type Pdfium, utf16, withBytes } from '../../pdfium/pdfium.js';

/** What a PDF says of itself and cannot be: that it was saved for the last time before it was created. */
export function claimTraces(pdfium: Pdfium, document: Handle): readonly FileTrace[] {
  const [created, saved] = ['CreationDate', 'ModDate'].map((tag) => momentIn(claimOf(pdfium, document, tag)));
  if (created === undefined || saved === undefined || created - saved <= dayMs) return [];
  return [{ kind: 'dated', text: `created on ${dayOf(created)}, saved on ${dayOf(saved)}` }];
}

const maxBytes = 512;

/** An entry of the document information. Source: ISO 32000-1, 14.3.3. */
const claimOf = (pdfium: Pdfium, document: Handle, tag: string): string =>
  withBytes(pdfium, tag.length + 1, (name) => {
    pdfium.HEAPU8.set(Buffer.from(`${tag}\0`, 'latin1'), name);
    return utf16(pdfium, maxBytes, (buffer, bytes) => pdfium._FPDF_GetMetaText(document, name, buffer, bytes));
  });

const dayMs = 86_400_000;

/** D:20260131120000+01'00' in milliseconds; undefined for what is no date. A day more or less is left to time zones that are not stated. Source: ISO 32000-1, 7.9.4. */
function momentIn(text: string): number | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours = '00', minutes = '00'] =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?)?/.exec(text) ?? [];
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  // Programs without a clock write the beginning of 1970.
  return Number.isNaN(moment) || moment < dayMs ? undefined : moment;
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
