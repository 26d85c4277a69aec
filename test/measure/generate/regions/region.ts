import type { PrintedDateStyle, PrintedNumberStyle } from '../../../fixtures/print.js';
import type { WordingLanguage } from '../../../fixtures/wording.js';

/** Facts of a region beyond its language. Names are invented; towns are real, so that postcodes are plausible. */
export interface IssuerRegion {
  readonly language: WordingLanguage;
  /** ISO 3166. */
  readonly country: Country;
  readonly countryName: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly numberStyle: PrintedNumberStyle;
  readonly dateStyles: readonly PrintedDateStyle[];
  /** Percent, the standard rate first. */
  readonly taxRates: readonly number[];
  readonly names: readonly string[];
  readonly trades: readonly string[];
  readonly legalForms: readonly string[];
  readonly streets: readonly string[];
  /** With postcode. */
  readonly towns: readonly string[];
  readonly units: readonly string[];
  readonly goods: readonly string[];
  /** Descriptions that need more than one line of type. */
  readonly longGoods: readonly string[];
}

export type Country = 'GB' | 'US' | 'DE' | 'CH' | 'FR' | 'ES' | 'IT' | 'NL' | 'PT' | 'SE' | 'AE';
