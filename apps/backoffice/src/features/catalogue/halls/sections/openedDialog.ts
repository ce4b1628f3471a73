/** Which dialog is open: for a new section, or for something in a section. */
export type OpenedDialog =
  | { readonly kind: "section"; readonly section?: number }
  | { readonly kind: "drawing" }
  | { readonly kind: "rows" | "seat"; readonly section: number }
  | { readonly kind: "entry"; readonly section: number; readonly index: number };
