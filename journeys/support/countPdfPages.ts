/** The number of pages of a PDF that Chromium has printed, which does not compress the objects of its pages. */
export const countPdfPages = (pdf: Buffer): number =>
  pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
