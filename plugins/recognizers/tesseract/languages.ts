/** The languages that are read, ISO 639-3, likeliest first. */
export const languages = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por'] as const;
export type TesseractLanguage = (typeof languages)[number];

/** Where the data of a language comes from. The integer models are as accurate as the float models, at a third of their size. */
export const dataPackage = (language: TesseractLanguage): { readonly name: string; readonly entry: string } => ({
  name: `@tesseract.js-data/${language}`,
  entry: `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`,
});
