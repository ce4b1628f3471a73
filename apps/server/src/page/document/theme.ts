import type { PageFonts } from "@foyer/contract/page.ts";
import type { Theme } from "@foyer/contract/theme.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { darkColors, lightColors } from "@foyer/rules/values/theme/themeColors.ts";
import { themeTier, themeVariables } from "@foyer/rules/values/theme/themeVariables.ts";

export type PageTheme = {
  readonly css: string;
  /** Attributes of the root element. */
  readonly tier: "newer" | "older";
  readonly mode: "auto" | "light" | "dark";
  /** Colours of the browser's UI. */
  readonly barColors: { readonly light: string; readonly dark: string };
};

const themes = new BoundedCache<PageTheme>({
  maxEntries: 1000,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: ({ css }) => 2 * css.length,
});

/** A seller's theme as a style sheet and attributes. The contract validates every value, so none needs escaping. */
export const pageTheme = (theme: Theme, fonts: PageFonts): PageTheme => {
  const key = JSON.stringify([theme, fonts.preload]);
  const cached = themes.get(key);
  if (cached) return cached;
  const light = lightColors(theme.light);
  const dark = darkColors(theme.dark, light);
  const declarations = [
    ...themeVariables(theme),
    `--seller-font-display:${fonts.display}`,
    `--seller-font-text:${fonts.text}`,
  ];
  const created: PageTheme = {
    css: `${fonts.css}:root{${declarations.join(";")}}`,
    tier: themeTier(theme),
    mode: theme.mode ?? "auto",
    barColors: { light: light.paper, dark: dark.paper },
  };
  themes.set(key, created);
  return created;
};
