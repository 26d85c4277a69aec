/**
 * A printed number without what clings to it on receipts: the class of its tax behind an amount, `1,98A`, `7.20SR`, and the sign of a product,
 * `2x`, `@17.83`. Undefined where nothing does. A litre, a metre, a gram and a tonne are no classes of tax.
 * Source of `SR` and `ZR`: the tax codes of the Royal Malaysian Customs Department, standard and zero rated.
 */
export const withoutClinging = (printed: string): string | undefined => withoutTaxClass(printed) ?? withoutProductSign(printed);

/** `1,98A` → `1,98`. */
export const withoutTaxClass = (printed: string): string | undefined => /^(.*[.,]\d{2})(?:(?![lmgt]$)\p{L}|sr|zr)$/iu.exec(printed)?.[1];

/** `2x` → `2`, `@17.83` → `17.83`. */
export const withoutProductSign = (printed: string): string | undefined =>
  /^(\d{1,4})[x×*]$/i.exec(printed)?.[1] ?? /^[@x×*](\D{0,3}\d+[.,]\d{2})$/i.exec(printed)?.[1];
