/** The languages a label is listed in; a document may mix them, so a match never depends on one. */
type LexiconLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'sv' | 'pl' | 'hr' | 'ar';

/** Labels by language, parted by ' · '. Accents, case and punctuation do not count when they are compared; `#`, `n°` and `№` are `no`. */
export const list = (labels: Readonly<Partial<Record<LexiconLanguage, string>>>): readonly string[] =>
  Object.values(labels).flatMap((line) => line.split(' · '));
