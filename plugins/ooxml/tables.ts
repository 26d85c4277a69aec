/** Colours as RRGGBB by their names, of a text such as `black:000000 blue:0000FF`. */
const colours = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/(\w+):(\w+)/g)].map(([, name = '', rgb = '']) => [name, rgb]));

/** Of text that is marked with a pen. Source: ECMA-376, part 1, 17.18.40. */
export const highlights = colours(`
  black:000000 blue:0000FF cyan:00FFFF darkBlue:00008B darkCyan:008B8B darkGray:A9A9A9 darkGreen:006400
  darkMagenta:800080 darkRed:8B0000 darkYellow:808000 green:00FF00 lightGray:D3D3D3 magenta:FF00FF red:FF0000
  white:FFFFFF yellow:FFFF00`);

/** Office's own theme, in the order in which cells count its colours: ECMA-376, part 1, 18.8.3. */
export const officeTheme = colours(`
  lt1:FFFFFF dk1:000000 lt2:E7E6E6 dk2:44546A accent1:4472C4 accent2:ED7D31 accent3:A5A5A5 accent4:FFC000
  accent5:5B9BD5 accent6:70AD47 hlink:0563C1 folHlink:954F72`);

/** Those that a number format may name. Source: ECMA-376, part 1, 18.8.31. */
export const formatColours = colours(`
  black:000000 white:FFFFFF red:FF0000 green:00FF00 blue:0000FF yellow:FFFF00 magenta:FF00FF cyan:00FFFF`);

/** Those that a cell may name by a number. Source: ECMA-376, part 1, 18.8.27. */
export const indexedColours: readonly string[] = `
  000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF
  800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF
  000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99
  3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333`
  .trim()
  .split(/\s+/);

const numbered = (first: number, formats: string): readonly (readonly [number, string])[] =>
  formats.split('|').map((format, at) => [first + at, format]);

/** The formats that files name by a number. Source: ECMA-376, part 1, 18.8.30, those in the order or currency of the viewer's country without it. */
export const builtinFormats: ReadonlyMap<number, string> = new Map([
  ...numbered(0, 'General|0|0.00|#,##0|#,##0.00|#,##0|#,##0|#,##0.00|#,##0.00|0%|0.00%|0.00E+00|# ?/?|# ??/??'),
  ...numbered(14, 'yyyy-mm-dd|d-mmm-yy|d-mmm|mmm-yy|h:mm AM/PM|h:mm:ss AM/PM|h:mm|h:mm:ss|yyyy-mm-dd h:mm'),
  ...numbered(37, '#,##0;(#,##0)|#,##0;(#,##0)|#,##0.00;(#,##0.00)|#,##0.00;(#,##0.00)|#,##0|#,##0'),
  ...numbered(43, '#,##0.00|#,##0.00|mm:ss|[h]:mm:ss|mm:ss.0|##0.0E+0|@'),
]);
