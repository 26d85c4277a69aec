import { de } from './de.js';
import type { IssuerRegion } from './region.js';

export const ch: IssuerRegion = {
  ...de,
  country: 'CH',
  countryName: 'Schweiz',
  currency: 'CHF',
  numberStyle: "1'234.56",
  taxRates: [8.1, 2.6, 0],
  legalForms: ['AG', 'GmbH'],
  streets: ['Bahnhofstrasse', 'Seeweg', 'Marktgasse', 'Im Rain'],
  towns: ['8001 Zürich', '3011 Bern', '6003 Luzern', '9000 St. Gallen'],
};
