/** What a sign or word beside an amount can stand for. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'], euro: ['EUR'], euros: ['EUR'], '£': ['GBP'], $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'], us$: ['USD'], ca$: ['CAD'], a$: ['AUD'],
  '¥': ['JPY', 'CNY'], '円': ['JPY'], '元': ['CNY'], '₹': ['INR'], rs: ['INR', 'PKR', 'LKR', 'NPR'], kr: ['SEK', 'NOK', 'DKK', 'ISK'], 'zł': ['PLN'], 'kč': ['CZK'],
  ft: ['HUF'], fr: ['CHF'], sfr: ['CHF'], fs: ['CHF'], r$: ['BRL'], '₺': ['TRY'], tl: ['TRY'], '₽': ['RUB'], '₩': ['KRW'], '₪': ['ILS'], '฿': ['THB'],
  '₫': ['VND'], '₱': ['PHP'], '₦': ['NGN'], '₴': ['UAH'], lei: ['RON'], rm: ['MYR'], rp: ['IDR'], r: ['ZAR'], dh: ['AED', 'MAD'],
}; // biome-ignore format: a table

/** The sign or code in a text that stands for a currency, as printed; undefined where none does. `code` is of ISO 4217. */
export function currencyIn(text: string, code: string): string | undefined {
  const marks = text.normalize('NFKC').match(/\p{L}*\p{Sc}|\p{L}+/gu) ?? [];
  return marks.find((mark) => mark.toUpperCase() === code || (signs[mark.toLowerCase()] ?? signs[mark.at(-1) ?? ''] ?? []).includes(code));
}
