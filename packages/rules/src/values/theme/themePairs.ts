import type { Palette, Theme } from "@foyer/contract/theme.ts";
import { contrast, darkColors, flattenColor, lightColors, minTextContrast, type ThemeColors } from "./themeColors.ts";

export type ThemeMode = "light" | "dark";
/** The colours that are used as text or behind it. */
export type PairColor = "text" | "brand" | "accent";

/** Two colours that are seen together, one of them as text. */
export type ColorPair = {
  readonly mode: ThemeMode;
  readonly color: PairColor;
  /** What is behind it; `fill`: the colour itself, below the text that is derived for it. */
  readonly ground: "paper" | "surface" | "fill";
  /** As the seller has set it, or as it is derived, as '#rrggbb'. */
  readonly wanted: string;
  /** As it is drawn: the readable companion where the colour itself is too faint. */
  readonly drawn: string;
  readonly behind: string;
  /** Of `wanted` with `behind`, 1 to 21. */
  readonly contrast: number;
};

/** A colour that the seller has set and that cannot be read: `name` is its field of the palette. */
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

/** Each pair of colours of a theme that carries text, in both modes. */
export const themePairs = (theme: Theme): readonly ColorPair[] => modesOf(theme).flatMap(pairsOf);

/**
 * Colours that no visitor would see as they are set, because they cannot be read. The brand colour is not among them: where
 * it is too faint for text, its companion is used, and areas that are filled with it have a text colour of their own.
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
