/** Which dialog is open: of a new section, or of something in one. */
export type OpenedDialog =
  | { readonly kind: "section"; readonly section?: number }
  | { readonly kind: "drawing" }
  | { readonly kind: "rows" | "seat"; readonly section: number }
  | { readonly kind: "entry"; readonly section: number; readonly index: number };
