/** The possible values of digits with grouping or decimal marks. */
export interface Digits {
  /** Plain decimal numbers. If a mark can be either grouping or decimal, there are two, the grouped one first. */
  readonly values: readonly string[];
  /** Digits after the decimal mark; undefined if there are two values. */
  readonly decimals: number | undefined;
  /** The full stop or comma that is or may be the decimal mark. */
  readonly mark: '.' | ',' | undefined;
}

/** Reads '1.234,56', '12,34,567.00', "1'234", '.50', '20. 40'; undefined if the marks form no number. Expects folded text. */
export function readDigits(printed: string): Digits | undefined {
  const text = printed.replace(/([.,]) (\d{2})$/, '$1$2');
  if (!/^[.,\u066B]?\d+(?:[.,' \u066B\u066C]\d+)*$/.test(text)) return undefined;
  const whole = grouped(text);
  const broken = withDecimals(text);
  if (broken === undefined) return whole === undefined ? undefined : { values: [whole], decimals: 0, mark: undefined };
  const mark = text.at(broken.at) === ',' ? ',' : text.at(broken.at) === '.' ? '.' : undefined;
  return whole === undefined
    ? { values: [broken.value], decimals: text.length - broken.at - 1, mark }
    : { values: [whole, broken.value], decimals: undefined, mark };
}

/** The value if every mark groups: one kind of mark, in groups of three or, with commas, the Indian way. U+066B never groups. */
function grouped(text: string): string | undefined {
  const [mark, ...others] = new Set(text.replace(/\d/g, ''));
  if (mark === undefined) return text;
  if (others.length > 0 || mark === '\u066B') return undefined;
  const [first = '', ...groups] = text.split(mark);
  if (!/^[1-9]\d{0,2}$/.test(first)) return undefined;
  const threes = groups.every((group) => group.length === 3);
  const indian =
    mark === ',' && first.length <= 2 && groups.at(-1)?.length === 3 && groups.slice(0, -1).every((group) => group.length === 2);
  return threes || indian ? first + groups.join('') : undefined;
}

/** The value if the last mark is decimal: it occurs once, and the others group. */
function withDecimals(text: string): { readonly value: string; readonly at: number } | undefined {
  const at = text.search(/[.,\u066B]\d+$/);
  if (at < 0) return undefined;
  const whole = text.slice(0, at);
  if (whole.includes(text.charAt(at))) return undefined;
  const digits = whole === '' ? '0' : grouped(whole);
  return digits === undefined ? undefined : { value: `${digits}.${text.slice(at + 1)}`, at };
}
