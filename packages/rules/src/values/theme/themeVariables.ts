import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, lightColors, type ThemeColors } from "./themeColors.ts";

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
  danger: "danger",
  warning: "warning",
  success: "success",
};

const ofColors = (colors: ThemeColors, prefix: string): string[] =>
  (Object.keys(propertyNames) as (keyof ThemeColors)[]).map(
    (name) => `--seller-${prefix}${propertyNames[name]}:${colors[name]}`,
  );

/**
 * The CSS declarations of a seller's theme, without its fonts. The contract validates every value, so none needs escaping.
 */
export const themeVariables = (theme: Theme): readonly string[] => {
  const light = lightColors(theme.light);
  return [
    ...ofColors(light, ""),
    ...ofColors(darkColors(theme.dark, light), "dark-"),
    ...(theme.radius === undefined ? [] : [`--seller-radius:${theme.radius}px`]),
  ];
};

/** Which of the storefront's two looks a theme uses. */
export const themeTier = ({ tier = 1 }: Theme): "newer" | "older" => (tier < 3 ? "older" : "newer");
