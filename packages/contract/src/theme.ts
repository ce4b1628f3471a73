import * as z from "zod/mini";

/** A colour as '#rrggbb', optionally with an opacity from 0 to 1. No other value reaches a style sheet. */
const Hex = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));
export const Color = z.union([
  Hex,
  z.strictObject({ color: Hex, opacity: z.number().check(z.minimum(0), z.maximum(1)) }),
]);
export type Color = z.infer<typeof Color>;

const Palette = z.strictObject({
  brand: z.optional(Color),
  accent: z.optional(Color),
  paper: z.optional(Color),
  surface: z.optional(Color),
  text: z.optional(Color),
});
export type Palette = z.infer<typeof Palette>;

/** The self-hosted typefaces that a seller can choose. */
export const fontFaces = [
  "Fraunces",
  "Instrument Sans",
  "Source Serif 4",
  "Figtree",
  "Bricolage Grotesque",
  "Inter",
  "Space Grotesk",
] as const;

/** A seller's brand as a closed list of validated tokens: free CSS values would allow injection. */
export const Theme = z.strictObject({
  /** The theme's generation, 1 if absent. Below 3 the storefront uses the older theme. */
  tier: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
  /** 'auto' follows the visitor's system setting. */
  mode: z.optional(z.enum(["auto", "light", "dark"])),
  light: z.optional(Palette),
  dark: z.optional(Palette),
  display_face: z.optional(z.enum(fontFaces)),
  text_face: z.optional(z.enum(fontFaces)),
  /** Corner radius in CSS pixels. */
  radius: z.optional(z.int().check(z.minimum(0), z.maximum(32))),
});
export type Theme = z.infer<typeof Theme>;
