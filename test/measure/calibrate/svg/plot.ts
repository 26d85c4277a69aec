/** The plot area: its place in pixels and the data ranges of its axes. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Start and end of the axes. */
  readonly x: AxisRange;
  readonly y: AxisRange;
}
export interface AxisRange {
  readonly from: number;
  readonly to: number;
  /** Equal distances are equal ratios; what is below `from`, 0 for one, is drawn there. */
  readonly logarithmic?: boolean;
}

export const atX = ({ left, width, x }: Frame, value: number): number => round(left + along(x, value) * width);
export const atY = ({ top, height, y }: Frame, value: number): number => round(top + height - along(y, value) * height);

/** Where a value is between the ends of an axis, 0..1. */
const along = ({ from, to, logarithmic = false }: AxisRange, value: number): number =>
  logarithmic ? Math.log(Math.max(value, from) / from) / Math.log(to / from) : (value - from) / (to - from);

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Colours distinguishable with colour blindness. Source: Okabe and Ito (2008). */
export const colours = { before: '#d55e00', after: '#0072b2', faint: '#d0d0d0', text: '#222222' } as const;

/** What a viewer that prefers dark pages sees instead; all else sees the attributes. */
const darkColours: readonly (readonly [attribute: string, light: string, dark: string])[] = [
  ['fill', '#ffffff', '#161b22'],
  ['stroke', '#ffffff', '#161b22'],
  ['fill', colours.text, '#e6e6e6'],
  ['stroke', colours.text, '#e6e6e6'],
  ['stroke', colours.faint, '#3a414b'],
  ['stroke', colours.after, '#56b4e9'],
  ['fill', colours.after, '#56b4e9'],
];
const darkStyle = `<style>@media (prefers-color-scheme: dark) { ${darkColours
  .map(([attribute, light, dark]) => `[${attribute}="${light}"] { ${attribute}: ${dark}; }`)
  .join(' ')} }</style>`;

/** A picture with a background of its own, readable on any page; its title is for whoever cannot see it. */
export const picture = ({ width, height, title }: PictureFrame, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13" fill="${colours.text}">`,
    `<title>${escaped(title)}</title>`,
    darkStyle,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');

interface PictureFrame {
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export interface PlotTextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly colour?: string;
  /** Degrees, clockwise around its own position. */
  readonly turned?: number;
}

export function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'start', size = 13, colour = colours.text, turned }: PlotTextStyle = {},
): string {
  const turn = turned === undefined ? '' : ` transform="rotate(${turned} ${x} ${y})"`;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${colour}"${turn}>${escaped(words)}</text>`;
}

/** Both axes with ticks, grid and names; ticks are percentages. */
export function axes(
  frame: Frame,
  names: { readonly x: string; readonly y: string },
  ticks: { readonly x: readonly number[]; readonly y: readonly number[] },
): readonly string[] {
  const { left, top, width, height } = frame;
  const grid = (x1: number, y1: number, x2: number, y2: number): string =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colours.faint}" stroke-width="1"/>`;
  return [
    ...ticks.x.flatMap((tick) => [
      grid(atX(frame, tick), top, atX(frame, tick), top + height),
      text(atX(frame, tick), top + height + 18, inPercent(tick), { anchor: 'middle', size: 12 }),
    ]),
    ...ticks.y.flatMap((tick) => [
      grid(left, atY(frame, tick), left + width, atY(frame, tick)),
      text(left - 8, atY(frame, tick) + 4, inPercent(tick), { anchor: 'end', size: 12 }),
    ]),
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="${colours.text}"/>`,
    text(left + width / 2, top + height + 40, names.x, { anchor: 'middle' }),
    text(left - 48, top + height / 2, names.y, { anchor: 'middle', turned: -90 }),
  ];
}

const inPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
