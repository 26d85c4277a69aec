import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';

/** The currencies whose amounts are printed with `kr`. */
export type Crown = 'SEK' | 'DKK' | 'NOK' | 'ISK';

/** Which of the currencies with the sign `kr` a document means, and whether it prints the code or only shows the country. */
export interface MeantCrown {
  readonly code: Crown;
  readonly cue: 'code' | 'country';
}

/** Whether this code is printed as `kr`. */
export const isCrown = (code: string): code is Crown => Object.hasOwn(signs, code);

/**
 * The one meaning of `kr` in a document: of the only code that it prints, else of the only country that it shows. Undefined where it shows
 * none or several, because no country writes the sign more often than the others.
 */
export const meantCrown = memoizeByObject((index: DocumentIndex): MeantCrown | undefined => {
  const text = index.rows.map((row) => row.text).join('\n');
  const codes = all.filter((code) => new RegExp(`(?<!\\p{L})${code}(?!\\p{L})`, 'u').test(text));
  const [code, ...moreCodes] = codes;
  if (code) return moreCodes.length === 0 ? { code, cue: 'code' } : undefined;
  const [shown, ...more] = all.filter((one) => signs[one].test(text) || speaks(one, text));
  return shown && more.length === 0 ? { code: shown, cue: 'country' } : undefined;
});

/** Danes and Swedes both pay `moms`: the words around it tell which. */
const speaks = (code: Crown, text: string): boolean =>
  (code === 'DKK' && moms.test(text) && danoNorwegian.test(text) && !swedish.test(text)) ||
  (code === 'SEK' && moms.test(text) && swedish.test(text) && !danoNorwegian.test(text));

const word = (alternatives: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');

const moms = word('moms|momsen');
const swedish = word('och|datum|fakturadatum|att betala|summa|kvitto|för|på|är');
const danoNorwegian = word('og|dato|fakturadato|i alt|kvittering|på|er|til|betaling');

/**
 * Country names, registration and VAT numbers, IBANs, telephone prefixes, domains, ways to pay, and words of only one of the languages.
 * Sources: VIES, the IBAN registry of SWIFT, ITU-T E.164, the business registers of the four countries.
 */
const signs: Readonly<Record<Crown, RegExp>> = {
  SEK: new RegExp(
    `${word('Sverige|Sweden|Schweden|Suède|SE ?\\d{10} ?01|SE\\d{2}(?: ?\\d{4}){5}|Bankgiro|Plusgiro|Swish|belopp|förfallodatum|förfallodag|momsreg(?:istrerings)?\\.? ?n(?:umme)?r|F-skatt|Org\\.? ?-?nr\\.?:? ?\\d{6}-\\d{4}').source}|\\+46[ (\\d]|(?:www\\.|@)[\\w.-]+\\.se\\b`,
    'iu',
  ),
  DKK: new RegExp(
    `${word('Danmark|Denmark|Dänemark|Danemark|CVR|CVR-?nr|SE-?nr|DK ?\\d{8}|DK\\d{2}(?: ?\\d{4}){3} ?\\d{2}|beløb|forfaldsdato|forfalder|at betale|FIK|MobilePay').source}|\\+45[ (\\d]|(?:www\\.|@)[\\w.-]+\\.dk\\b`,
    'iu',
  ),
  NOK: new RegExp(
    `${word('Norge|Noreg|Norway|Norwegen|Norvège|mva|NO ?\\d{9} ?MVA|NO\\d{2} ?\\d{4} ?\\d{4} ?\\d{3}|beløp|forfallsdato|å betale|KID|Vipps|Foretaksregisteret').source}|\\+47[ (\\d]|(?:www\\.|@)[\\w.-]+\\.no\\b`,
    'iu',
  ),
  ISK: new RegExp(
    `${word('Ísland|Iceland|kennitala|kt\\.? ?\\d{6}-?\\d{4}|IS\\d{2}(?: ?\\d{4}){5} ?\\d{2}|vsk|upphæð|eindagi|gjalddagi').source}|\\+354[ (\\d]|(?:www\\.|@)[\\w.-]+\\.is\\b`,
    'iu',
  ),
};

const all = Object.keys(signs).filter(isCrown);
