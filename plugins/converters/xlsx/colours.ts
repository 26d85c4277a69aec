import { child, childrenOf, elements, type OfficeElement, value } from '../../ooxml/xml.js';
import { paleContrast } from '../../pdfium/contrast.js';

/** Finds the colours that a workbook names, as RRGGBB. */
export interface Palette {
  /** Undefined for an element that names none, which then has the colour of text or of paper. */
  of(element: OfficeElement | undefined): string | undefined;
  /** A colour in a number format: 'white', '#00FF00', or the number in '[Color 10]'. */
  ofFormat(colour: string | number): string | undefined;
}

export const [white, black] = ['FFFFFF', '000000'];

/** Whether a person tells text of one colour from paper of the other, by the rule for pages of a PDF. */
export const differ = (a: string, b: string): boolean => Math.abs(brightness(a) - brightness(b)) >= paleContrast;

/** From 0 to 255, with the weights of pdfium's grey: ITU-R BT.601. */
const brightness = (colour: string): number =>
  [0.299, 0.587, 0.114].reduce((sum, weight, at) => sum + weight * Number.parseInt(colour.slice(2 * at, 2 * at + 2), 16), 0);

/** The colours of a workbook (ECMA-376, part 1, 18.8.3 and 18.8.19): its theme, its own palette or that of all, and what the system has. */
export function paletteOf(styles: OfficeElement | undefined, theme: OfficeElement | undefined): Palette {
  const own = childrenOf(child(styles, 'x:colors', 'x:indexedColors'), 'x:rgbColor').map((colour) => rgb(value(colour, 'rgb')));
  const themed = themeColours(theme);
  const indexed = (index: number): string | undefined => own[index] ?? usualPalette[index] ?? { 64: black, 65: white }[index];
  return {
    of(element) {
      const [index, place] = [value(element, 'indexed'), value(element, 'theme')];
      const colour = rgb(value(element, 'rgb')) ?? (place && themed[Number(place)]) ?? (index && indexed(Number(index)));
      return colour ? tinted(colour, Number(value(element, 'tint') ?? 0)) : undefined;
    },
    ofFormat: (colour) => (typeof colour === 'number' ? indexed(colour + 7) : (rgb(colour.replace('#', '')) ?? formatColours[colour])),
  };
}

const rgb = (text: string | undefined): string | undefined => /^(?:[\dA-F]{2})?([\dA-F]{6})$/i.exec(text ?? '')?.[1]?.toUpperCase();

/** Paper and print stand before the others, light before dark, not as in the theme (ECMA-376, part 1, 18.8.3). Without a theme it is Office's. */
function themeColours(theme: OfficeElement | undefined): readonly string[] {
  const scheme = child(theme, 'a:themeElements', 'a:clrScheme');
  return Object.entries(officeTheme).map(([name, usual]) => {
    const [colour] = elements(child(scheme, `a:${name}`));
    return rgb(value(colour, 'lastClr')) ?? rgb(value(colour, 'val')) ?? usual;
  });
}

const officeTheme = {
  lt1: white,
  dk1: black,
  lt2: 'E7E6E6',
  dk2: '44546A',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};

/** Lighter, or darker where it is negative, mixed with white or black: as bright as with the standard's change of lightness, to a few steps. */
function tinted(colour: string, tint: number): string {
  const part = Math.min(1, Math.max(-1, Number.isFinite(tint) ? tint : 0));
  const mixed = (channel: number): number => (part < 0 ? channel * (1 + part) : channel + (255 - channel) * part);
  return colour.replace(/../g, (channel) =>
    Math.round(mixed(Number.parseInt(channel, 16)))
      .toString(16)
      .padStart(2, '0')
      .toUpperCase(),
  );
}

const formatColours: Readonly<Record<string, string>> = {
  black,
  white,
  red: 'FF0000',
  green: '00FF00',
  blue: '0000FF',
  yellow: 'FFFF00',
  magenta: 'FF00FF',
  cyan: '00FFFF',
};

const firstEight = '000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF';

/** ECMA-376, part 1, 18.8.27. */
const usualPalette = `${firstEight} ${firstEight}
800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF
000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99
3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`.split(/\s/);
