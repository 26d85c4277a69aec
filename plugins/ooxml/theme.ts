import { officeTheme } from './tables.js';
import { child, elements, type OfficeElement, value } from './xml.js';

/** Six hexadecimal digits of a colour with or without those of its opacity, in capitals; undefined for anything else. */
export const rgb = (text: string | undefined): string | undefined => /^(?:[\dA-F]{2})?([\dA-F]{6})$/i.exec(text ?? '')?.[1]?.toUpperCase();

/** The colours of a theme by name, as RRGGBB, in the order in which cells count them. Without a theme they are Office's. */
export function themeColours(theme: OfficeElement | undefined): ReadonlyMap<string, string> {
  const scheme = child(theme, 'a:themeElements', 'a:clrScheme');
  return new Map(
    [...officeTheme].map(([name, usual]) => {
      const [colour] = elements(child(scheme, `a:${name}`));
      return [name, rgb(value(colour, 'lastClr')) ?? rgb(value(colour, 'val')) ?? usual];
    }),
  );
}

/** Lighter, or darker where it is negative, mixed with white or black: as bright as with the standard's change of lightness, to a few steps. */
export function tinted(colour: string, tint: number): string {
  const part = Math.min(1, Math.max(-1, Number.isFinite(tint) ? tint : 0));
  const mixed = (channel: number): number => (part < 0 ? channel * (1 + part) : channel + (255 - channel) * part);
  return colour.replace(/../g, (channel) =>
    Math.round(mixed(Number.parseInt(channel, 16)))
      .toString(16)
      .padStart(2, '0')
      .toUpperCase(),
  );
}

/** Whether a font draws pictures or bars in place of letters and digits, so that nobody can read them. */
export const drawsSymbols = (font: string | undefined): boolean =>
  /wingdings|webdings|dingbats|\bsymbol\b|marlett|mt extra|opensymbol|bar ?code|\bcode ?(?:39|128)\b|3 of 9/i.test(font ?? '');
