/**
 * Every custom property that a seller's theme may set. The server writes them in one <style> block; nothing else of a
 * seller reaches a style sheet. All are optional: styles/tokens.css has a default or a derivation for each.
 */
const perMode = [
  /** Fill of primary buttons, selected choices. */
  "color-brand",
  /** Readable on color-brand, at least 4.5:1. */
  "on-brand",
  /** The brand as text or ring on the page: at least 4.5:1 on paper and surface. */
  "brand-text",
  /** Small marks beside the brand. */
  "color-accent",
  /** Readable on color-accent, at least 4.5:1. */
  "on-accent",
  /** The page. */
  "color-paper",
  /** Panels, fields, dialogs on the page. */
  "color-surface",
  /** Running text: at least 7:1 on paper is wished, 4.5:1 is needed. */
  "color-text",
  /** Quieter text: at least 4.5:1 on paper and surface. */
  "text-muted",
] as const;

const perSeller = [
  /** Corner radius as a length: 0px to 32px. */
  "radius",
  /** A stack from fontStack(family, "display"). */
  "font-display",
  /** A stack from fontStack(family, "text"). */
  "font-text",
] as const;

export type SellerToken =
  | `--seller-${(typeof perMode)[number]}`
  | `--seller-dark-${(typeof perMode)[number]}`
  | `--seller-${(typeof perSeller)[number]}`;

export const sellerTokens: readonly SellerToken[] = [
  ...perMode.flatMap((name) => [`--seller-${name}`, `--seller-dark-${name}`] as const),
  ...perSeller.map((name) => `--seller-${name}` as const),
];
