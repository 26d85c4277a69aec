/** The version of pdf.js, set by `vite.config.ts`. */
declare const __PDFJS__: string;
