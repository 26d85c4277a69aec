/** The version of pdf.js, as `vite.config.ts` finds it. */
declare const __PDFJS__: string;
