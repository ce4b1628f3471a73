import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, flattenColor, lightColors, type ThemeColors } from "@foyer/rules/values/theme/themeColors.ts";

/** The design of a seller's e-mails: readable colours, and fonts that mail clients have. */
export type EmailTheme = {
  /** Inline colours, for mail clients without dark mode. */
  readonly colors: ThemeColors;
  /** For dark mode; undefined if the seller's theme is the same in both modes. */
  readonly dark: ThemeColors | undefined;
  readonly isDark: boolean;
  /** Serif headings are set in a lighter weight. */
  readonly isSerif: boolean;
  readonly display: string;
  readonly text: string;
  /** Corner radius in pixels. */
  readonly radius: number;
};

const serifs: readonly string[] = ["Fraunces", "Source Serif 4"];

/** The seller's font if it is installed, with fallbacks that always are. */
const fontStack = (face: string | undefined): string =>
  [
    face && `'${face}'`,
    serifs.includes(face ?? "")
      ? "Georgia, 'Times New Roman', serif"
      : "'Helvetica Neue', Helvetica, Arial, sans-serif",
  ]
    .filter(Boolean)
    .join(", ");

const emailThemes = new WeakMap<Theme, EmailTheme>();
const dividerColors = new WeakMap<ThemeColors, string>();

/** Cached by theme, since many e-mails may be written at once. */
export const emailTheme = (theme: Theme): EmailTheme => {
  const cached = emailThemes.get(theme) ?? buildEmailTheme(theme);
  emailThemes.set(theme, cached);
  return cached;
};

const buildEmailTheme = (theme: Theme): EmailTheme => {
  const light = lightColors(theme.light);
  const dark = darkColors(theme.dark, light);
  const isDark = theme.mode === "dark";
  return {
    colors: isDark ? dark : light,
    dark: (theme.mode ?? "auto") === "auto" ? dark : undefined,
    isDark,
    isSerif: serifs.includes(theme.display_face ?? ""),
    display: fontStack(theme.display_face),
    text: fontStack(theme.text_face),
    radius: Math.min(theme.radius ?? 4, 16),
  };
};

/** The colour of thin lines on a surface, opaque because mail clients do not support transparency. */
export const dividerColor = (colors: ThemeColors): string => {
  const { text_muted, surface } = colors;
  const cached = dividerColors.get(colors) ?? flattenColor({ color: text_muted, opacity: 0.3 }, surface);
  dividerColors.set(colors, cached);
  return cached;
};
