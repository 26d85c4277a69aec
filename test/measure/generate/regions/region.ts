import type { PrintedDateStyle, PrintedNumberStyle } from '../../../fixtures/print.js';
import type { WordingLanguage } from '../../../fixtures/wording.js';

/** Where a document comes from: what its language does not say yet. Names are made up; towns are real, so that postcodes look right. */
export interface Region {
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
