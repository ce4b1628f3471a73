import {
  blend,
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
  wcagLuminance,
  type Rgb,
} from "culori/fn";
import type { Color, Palette } from "@foyer/contract/theme.ts";

// culori knows only the colour spaces that are registered, so that a page does not carry the others.
for (const space of [modeRgb, modeLrgb, modeOklch]) registerMode(space);

const toRgb = converter("rgb");
const toOklch = converter("oklch");

const black = { mode: "rgb", r: 0, g: 0, b: 0 } as const;
const rgbOf = (hex: string): Rgb => toRgb(hex) ?? black;

type Lch = { readonly l: number; readonly c: number; readonly h: number };

/** A grey has no hue in culori. */
const lchOf = (hex: string): Lch => ({ h: 0, ...toOklch(rgbOf(hex)) });

/** The WCAG 2 contrast ratio of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => wcagContrast(one, other);

/** The opaque colour that a translucent colour has on this background. */
export const flattenColor = (color: Color, paper: string): string => {
  if (typeof color === "string") return color.toLowerCase();
  return formatHex(blend([paper, { ...rgbOf(color.color), alpha: color.opacity }]));
};

/** The nearest displayable colour of that lightness and hue: saturation is reduced first. */
const nearestVisible = (wanted: Lch): string => formatHex(clampChroma({ mode: "oklch", ...wanted }, "oklch"));

/** The contrast of text with its background that WCAG AA requires. */
export const minTextContrast = 4.5;

/** Changes the lightness as little as possible until the colour is readable on all of `grounds`; the hue stays. */
export const readableOn = (color: string, grounds: readonly string[], atLeast: number = minTextContrast): string => {
  const reads = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= atLeast);
  if (reads(color)) return color;
  const from = lchOf(color);
  for (let step = 1; step <= 100; step++)
    for (const l of [from.l - step / 100, from.l + step / 100]) {
      if (l < 0 || l > 1) continue;
      const candidate = nearestVisible({ ...from, l });
      if (reads(candidate)) return candidate;
    }
  return grounds.reduce((sum, ground) => sum + wcagLuminance(ground), 0) / grounds.length > 0.18
    ? "#000000"
    : "#ffffff";
};

/** The text colour on a filled area: white if readable, else the area's hue near black, else black. */
export const textColorOn = (fill: string): string => {
  if (contrast("#ffffff", fill) >= minTextContrast) return "#ffffff";
  const { c, h } = lchOf(fill);
  const dark = nearestVisible({ l: 0.2, c: Math.min(c, 0.04), h });
  return contrast(dark, fill) >= minTextContrast ? dark : "#000000";
};

/** All colours of a theme in one mode, each readable where it is used. */
export type ThemeColors = {
  readonly brand: string;
  readonly on_brand: string;
  readonly brand_text: string;
  readonly accent: string;
  readonly on_accent: string;
  readonly paper: string;
  readonly surface: string;
  readonly text: string;
  readonly text_muted: string;
};

const mixColors = (one: string, other: string, share: number): string =>
  flattenColor({ color: one, opacity: share }, other);

/** The preferred surface colour, mixed with the paper until one text colour is readable on both. */
const surfaceFor = (paper: string, preferred: string): string => {
  const steps = [1, 0.75, 0.5, 0.25, 0.1].map((share) => mixColors(preferred, paper, share));
  return (
    steps.find((surface) =>
      ["#000000", "#ffffff"].some(
        (words) => contrast(words, paper) >= minTextContrast && contrast(words, surface) >= minTextContrast,
      ),
    ) ?? paper
  );
};

const completeColors = (
  paper: string,
  preferred: string,
  brand: string,
  accent: string,
  words: string,
): ThemeColors => {
  const surface = surfaceFor(paper, preferred);
  const text = readableOn(words, [paper, surface], 7);
  return {
    brand,
    on_brand: textColorOn(brand),
    brand_text: readableOn(brand, [paper, surface]),
    accent,
    on_accent: textColorOn(accent),
    paper,
    surface,
    text,
    text_muted: readableOn(mixColors(text, paper, 0.7), [paper, surface]),
  };
};

const defaultColors = { brand: "#23504a", paper: "#fbfaf8", text: "#1b1d1c" } as const;

/** The light mode: the seller's colours and those derived from them. */
export const lightColors = (palette: Palette = {}): ThemeColors => {
  const paper = flattenColor(palette.paper ?? defaultColors.paper, "#ffffff");
  const surface = palette.surface ? flattenColor(palette.surface, paper) : mixColors("#ffffff", paper, 0.62);
  const brand = flattenColor(palette.brand ?? defaultColors.brand, paper);
  return completeColors(
    paper,
    surface,
    brand,
    flattenColor(palette.accent ?? brand, paper),
    flattenColor(palette.text ?? defaultColors.text, paper),
  );
};

/** The dark mode. Colours that the seller does not name are derived from the light mode: same hues, other lightness. */
export const darkColors = (palette: Palette = {}, light: ThemeColors = lightColors()): ThemeColors => {
  const { c, h } = lchOf(light.brand);
  const paper = flattenColor(palette.paper ?? nearestVisible({ l: 0.18, c: Math.min(c, 0.012), h }), "#000000");
  const surface = palette.surface ? flattenColor(palette.surface, paper) : mixColors("#ffffff", paper, 0.06);
  const brand = flattenColor(palette.brand ?? readableOn(light.brand, [paper, surface]), paper);
  const accent = flattenColor(
    palette.accent ?? (palette.brand ? brand : readableOn(light.accent, [paper, surface])),
    paper,
  );
  return completeColors(
    paper,
    surface,
    brand,
    accent,
    flattenColor(palette.text ?? nearestVisible({ l: 0.95, c: 0.006, h }), paper),
  );
};
