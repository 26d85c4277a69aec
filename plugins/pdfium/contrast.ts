/** Differences in brightness, of 255. Measured on pages of PDFs: real hidden text was below 40, and pale print above 24. */
export const clearContrast = 40;
export const paleContrast = 24;
