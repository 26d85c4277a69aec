import type { DocumentIndex } from '../page/document-index.js';

/** What shows the country of a currency whose sign others use, too: its names, postal codes and tax numbers. */
const countries: Readonly<Record<string, RegExp>> = {
  USD: /\b(?:USA|U\.S\.A?\.|United States|EIN)\b|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}\b/,
  GBP: /\b(?:UK|United Kingdom|England|Scotland|Wales|Northern Ireland|GB ?\d{9})\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  JPY: /\bJapan\b|日本|消費税/,
  SEK: /\b(?:Sverige|Sweden|moms|SE\d{12})\b/i,
  NOK: /\b(?:Norge|Norway|mva)\b/i,
  DKK: /\b(?:Danmark|Denmark|CVR)\b/i,
  INR: /\b(?:India|GSTIN|CGST|SGST)\b/i,
};

/** How a document says which currency a shared sign means: by its code, by a country, or not at all. */
export function currencyCue(code: string, index: DocumentIndex): 'code' | 'country' | undefined {
  const text = index.rows.map((row) => row.text).join('\n');
  if (new RegExp(`\\b${code}\\b`).test(text)) return 'code';
  return countries[code]?.test(text) ? 'country' : undefined;
}
