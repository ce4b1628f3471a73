/** The number of pages of a PDF printed by Chromium, which does not compress the page objects. */
export const countPdfPages = (pdf: Buffer): number =>
  pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
