import * as z from "zod/mini";

/** A colour as '#rrggbb', with an opacity from 0 to 1 where one is given. Nothing else reaches a style sheet. */
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

/** The self-hosted faces a seller can choose from. */
export const fontFaces = [
  "Fraunces",
  "Instrument Sans",
  "Source Serif 4",
  "Figtree",
  "Bricolage Grotesque",
  "Inter",
  "Space Grotesk",
] as const;

/** A seller's brand: a closed list of tokens, each with a pattern, because values in CSS are an injection path. */
export const Theme = z.strictObject({
  /** Below 3 the older theme is used (document 2 §9); 1 when not given. */
  tier: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
  /** 'auto' follows the visitor's system. */
  mode: z.optional(z.enum(["auto", "light", "dark"])),
  light: z.optional(Palette),
  dark: z.optional(Palette),
  display_face: z.optional(z.enum(fontFaces)),
  text_face: z.optional(z.enum(fontFaces)),
  /** Corner radius in CSS pixels. */
  radius: z.optional(z.int().check(z.minimum(0), z.maximum(32))),
});
export type Theme = z.infer<typeof Theme>;
