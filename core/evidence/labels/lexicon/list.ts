/** Languages of the lexicon. A document may mix languages, so matching never depends on one. */
type LexiconLanguage =
  | 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'sv' | 'pl' | 'hr' | 'ar'
  | 'bg' | 'cs' | 'da' | 'el' | 'et' | 'fi' | 'ga' | 'hu' | 'lt' | 'lv' | 'mt' | 'no' | 'ro' | 'sk' | 'sl' | 'tr'; // biome-ignore format: a list

/** Splits labels by ' · ' for each language. Accents, case and punctuation do not count in comparisons; `#`, `n°` and `№` mean `no`. */
export const list = (labels: Readonly<Partial<Record<LexiconLanguage, string>>>): readonly string[] =>
  Object.values(labels).flatMap((line) => line.split(' · '));
