import type { Palette, Theme } from "@foyer/contract/theme.ts";
import { contrast, darkColors, flattenColor, lightColors, minTextContrast, type ThemeColors } from "./themeColors.ts";

export type ThemeMode = "light" | "dark";
/** The colours that are used as text or as its background. */
export type PairColor = "text" | "brand" | "accent";

/** A text colour and its background. */
export type ColorPair = {
  readonly mode: ThemeMode;
  readonly color: PairColor;
  /** The background; `fill`: the colour itself as a filled area, with its derived text colour. */
  readonly ground: "paper" | "surface" | "fill";
  /** As set by the seller or derived, as '#rrggbb'. */
  readonly wanted: string;
  /** As displayed: the readable companion if the colour itself is too faint. */
  readonly drawn: string;
  readonly behind: string;
  /** Between `wanted` and `behind`, 1 to 21. */
  readonly contrast: number;
};

/** A colour set by the seller that is not readable: `name` is its palette field. */
export type UnreadableColor = {
  readonly mode: ThemeMode;
  readonly name: "text" | "surface";
  /** 1 to 21; at least `minTextContrast` is needed. */
  readonly contrast: number;
  readonly companion: string;
};

type Mode = { readonly mode: ThemeMode; readonly palette: Palette; readonly colors: ThemeColors };

const modesOf = (theme: Theme): readonly Mode[] => {
  const light = lightColors(theme.light);
  return [
    { mode: "light", palette: theme.light ?? {}, colors: light },
    { mode: "dark", palette: theme.dark ?? {}, colors: darkColors(theme.dark, light) },
  ];
};

/** The surface before it is mixed with the paper. */
const wantedSurface = ({ palette, colors }: Mode): string =>
  palette.surface ? flattenColor(palette.surface, colors.paper) : colors.surface;

const pairsOf = (one: Mode): readonly ColorPair[] => {
  const { mode, palette, colors } = one;
  const text = palette.text ? flattenColor(palette.text, colors.paper) : colors.text;
  const pair = (color: PairColor, ground: ColorPair["ground"], [wanted, drawn, behind]: [string, string, string]) => ({
    mode,
    color,
    ground,
    wanted,
    drawn,
    behind,
    contrast: contrast(wanted, behind),
  });
  const surface = wantedSurface(one);
  return [
    pair("text", "paper", [text, colors.text, colors.paper]),
    pair("text", "surface", [text, colors.text, surface]),
    pair("brand", "paper", [colors.brand, colors.brand_text, colors.paper]),
    pair("brand", "surface", [colors.brand, colors.brand_text, colors.surface]),
    pair("brand", "fill", [colors.on_brand, colors.on_brand, colors.brand]),
    pair("accent", "fill", [colors.on_accent, colors.on_accent, colors.accent]),
  ];
};

/** '4.4:1' for 4.48: rounded down, so that what is too little does not read as enough. */
export const contrastText = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

/** Each text and background pair of a theme, in both modes. */
export const themePairs = (theme: Theme): readonly ColorPair[] => modesOf(theme).flatMap(pairsOf);

/**
 * Colours that are never shown as set, because they would be unreadable. The brand colour is excluded: where it is too
 * faint for text, its companion is used, and filled areas have a text colour of their own.
 */
export const unreadableColors = (theme: Theme): readonly UnreadableColor[] =>
  modesOf(theme).flatMap((one): UnreadableColor[] => {
    const { mode, palette, colors } = one;
    const surface = wantedSurface(one);
    if (surface !== colors.surface)
      return [{ mode, name: "surface", contrast: contrast(colors.text, surface), companion: colors.surface }];
    if (!palette.text) return [];
    const text = flattenColor(palette.text, colors.paper);
    const least = Math.min(contrast(text, colors.paper), contrast(text, surface));
    return least < minTextContrast ? [{ mode, name: "text", contrast: least, companion: colors.text }] : [];
  });
