import type { Color, Palette } from "@foyer/contract/theme.ts";

type Channels = readonly [number, number, number];

const channelsOf = (hex: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Channels;
const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const luminance = (hex: string): number => {
  const [r, g, b] = channelsOf(hex).map(toLinear) as unknown as Channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The WCAG 2 contrast ratio of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** The opaque colour that a translucent colour has on this background. */
export const flattenColor = (color: Color, paper: string): string => {
  if (typeof color === "string") return color.toLowerCase();
  const [over, under] = [channelsOf(color.color), channelsOf(paper)];
  return hexOf(over.map((value, index) => value * color.opacity + (under[index] ?? 0) * (1 - color.opacity)));
};

type Lch = { readonly l: number; readonly c: number; readonly h: number };

const lchOf = (hex: string): Lch => {
  const [r, g, b] = channelsOf(hex).map(toLinear) as unknown as Channels;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, y),
    h: Math.atan2(y, a),
  };
};

const linearOf = ({ l, c, h }: Lch): Channels => {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

/** The nearest displayable colour of that lightness and hue: saturation is reduced first. */
const nearestVisible = (wanted: Lch): string => {
  for (let c = wanted.c; c > 0.001; c *= 0.94) {
    const channels = linearOf({ ...wanted, c });
    if (channels.every((value) => value > -0.0005 && value < 1.0005))
      return hexOf(channels.map((value) => toGamma(Math.max(0, value))));
  }
  return hexOf(linearOf({ ...wanted, c: 0 }).map((value) => toGamma(Math.min(1, Math.max(0, value)))));
};

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
  return grounds.reduce((sum, ground) => sum + luminance(ground), 0) / grounds.length > 0.18 ? "#000000" : "#ffffff";
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
