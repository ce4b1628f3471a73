import type { PageFonts } from "@foyer/contract/page.ts";
import type { Theme } from "@foyer/contract/theme.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { darkColors, lightColors, type ThemeColors } from "@foyer/rules/values/themeColors.ts";

const propertyNames: Readonly<Record<keyof ThemeColors, string>> = {
  brand: "color-brand",
  on_brand: "on-brand",
  brand_text: "brand-text",
  accent: "color-accent",
  on_accent: "on-accent",
  paper: "color-paper",
  surface: "color-surface",
  text: "color-text",
  text_muted: "text-muted",
};

const cssProperties = (colors: ThemeColors, prefix: string): string[] =>
  (Object.keys(propertyNames) as (keyof ThemeColors)[]).map(
    (name) => `--seller-${prefix}${propertyNames[name]}:${colors[name]}`,
  );

export type PageTheme = {
  readonly css: string;
  /** Attributes of the root element. */
  readonly tier: "newer" | "older";
  readonly mode: "auto" | "light" | "dark";
  /** Colours of the browser's interface. */
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
    ...cssProperties(light, ""),
    ...cssProperties(dark, "dark-"),
    ...(theme.radius === undefined ? [] : [`--seller-radius:${theme.radius}px`]),
    `--seller-font-display:${fonts.display}`,
    `--seller-font-text:${fonts.text}`,
  ];
  const created: PageTheme = {
    css: `${fonts.css}:root{${declarations.join(";")}}`,
    tier: (theme.tier ?? 1) < 3 ? "older" : "newer",
    mode: theme.mode ?? "auto",
    barColors: { light: light.paper, dark: dark.paper },
  };
  themes.set(key, created);
  return created;
};
