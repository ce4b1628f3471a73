import {
  blend,
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
  type Rgb,
} from "culori/fn";
import type { Color, Palette } from "@foyer/contract/theme.ts";

// culori only knows the colour spaces that are registered, so that pages do not load the others.
for (const space of [modeRgb, modeLrgb, modeOklab, modeOklch]) registerMode(space);

const toRgb = converter("rgb");
const toOklab = converter("oklab");
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

/** The backgrounds of a colour; a function if some of them are mixed from the colour itself. */
type Grounds = readonly string[] | ((color: string) => readonly string[]);

const leastContrast = (color: string, grounds: Grounds): number =>
  Math.min(...(typeof grounds === "function" ? grounds(color) : grounds).map((ground) => contrast(color, ground)));

/** Changes the lightness as little as possible until the colour is readable on all of `grounds`; the hue stays. */
export const readableOn = (color: string, grounds: Grounds, atLeast: number = minTextContrast): string => {
  const reads = (candidate: string) => leastContrast(candidate, grounds) >= atLeast;
  if (reads(color)) return color;
  const from = lchOf(color);
  for (let step = 1; step <= 100; step++)
    for (const l of [from.l - step / 100, from.l + step / 100]) {
      if (l < 0 || l > 1) continue;
      const candidate = nearestVisible({ ...from, l });
      if (reads(candidate)) return candidate;
    }
  return leastContrast("#000000", grounds) >= leastContrast("#ffffff", grounds) ? "#000000" : "#ffffff";
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
  readonly danger: string;
  readonly warning: string;
  readonly success: string;
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

/** Mixes like CSS: `color-mix(in oklab, color share, ground)`. */
const mixInOklab = (color: string, ground: string, share: number): string => {
  const [one, other] = [toOklab(rgbOf(color)), toOklab(rgbOf(ground))];
  const mix = (a: number, b: number) => a * share + b * (1 - share);
  return formatHex({ mode: "oklab", l: mix(one.l, other.l), a: mix(one.a, other.a), b: mix(one.b, other.b) });
};

type Mode = "light" | "dark";

/** The share of the colour in tinted areas: `--surface-2` and `--*-soft` of the stylesheet. */
export const tintShares = {
  surface: { light: 0.055, dark: 0.13 },
  brand: 0.1,
  danger: 0.09,
  warning: 0.11,
  success: 0.1,
} as const;

/** The state colours, before they are made readable on the seller's paper. */
export const stateColors = {
  light: { danger: "#a8231a", warning: "#7d4f00", success: "#1c6440" },
  dark: { danger: "#ffa398", warning: "#f0c26a", success: "#8fd6a8" },
} as const;

/** Always readable on `plain`, and on tinted areas too if the paper makes that possible. */
const readableOnTints = (
  color: string,
  plain: readonly string[],
  tinted: (color: string) => readonly string[],
): string => {
  const best = readableOn(color, (candidate) => [...plain, ...tinted(candidate)]);
  return leastContrast(best, plain) >= minTextContrast ? best : readableOn(color, plain);
};

/**
 * The text colour, mixed with less and less of the paper until it is readable on all of `grounds`; in the worst case the
 * text colour itself.
 */
const mutedText = (text: string, paper: string, grounds: readonly string[]): string =>
  [0.7, 0.76, 0.82, 0.88, 0.94]
    .map((share) => mixColors(text, paper, share))
    .find((muted) => leastContrast(muted, grounds) >= minTextContrast) ?? text;

type WantedColors = {
  readonly paper: string;
  readonly surface: string;
  readonly brand: string;
  readonly accent: string;
  readonly text: string;
};

const completeColors = (mode: Mode, { paper, brand, accent, ...wanted }: WantedColors): ThemeColors => {
  const surface = surfaceFor(paper, wanted.surface);
  const text = readableOn(wanted.text, [paper, surface], 7);
  const second = mixInOklab(text, paper, tintShares.surface[mode]);
  const onItsTint = (color: string, share: number): string =>
    readableOnTints(color, [paper, surface], (candidate) => [second, mixInOklab(candidate, paper, share)]);
  const brand_text = onItsTint(brand, tintShares.brand);
  const states = stateColors[mode];
  const [danger, warning, success] = [
    onItsTint(states.danger, tintShares.danger),
    onItsTint(states.warning, tintShares.warning),
    onItsTint(states.success, tintShares.success),
  ];
  const tints = [
    mixInOklab(brand_text, paper, tintShares.brand),
    mixInOklab(danger, paper, tintShares.danger),
    mixInOklab(warning, paper, tintShares.warning),
    mixInOklab(success, paper, tintShares.success),
  ];
  return {
    brand,
    on_brand: textColorOn(brand),
    brand_text,
    accent,
    on_accent: textColorOn(accent),
    paper,
    surface,
    text,
    text_muted: mutedText(text, paper, [paper, surface, second, ...tints]),
    danger,
    warning,
    success,
  };
};

const defaultColors = { brand: "#23504a", paper: "#fbfaf8", text: "#1b1d1c" } as const;

/** The light mode: the seller's colours and those derived from them. */
export const lightColors = (palette: Palette = {}): ThemeColors => {
  const paper = flattenColor(palette.paper ?? defaultColors.paper, "#ffffff");
  const surface = palette.surface ? flattenColor(palette.surface, paper) : mixColors("#ffffff", paper, 0.62);
  const brand = flattenColor(palette.brand ?? defaultColors.brand, paper);
  return completeColors("light", {
    paper,
    surface,
    brand,
    accent: flattenColor(palette.accent ?? brand, paper),
    text: flattenColor(palette.text ?? defaultColors.text, paper),
  });
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
  return completeColors("dark", {
    paper,
    surface,
    brand,
    accent,
    text: flattenColor(palette.text ?? nearestVisible({ l: 0.95, c: 0.006, h }), paper),
  });
};
