import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, flattenColor, lightColors, type ThemeColors } from "@foyer/rules/values/themeColors.ts";

/** How a seller's letters look: colours that read where they stand, faces that mail programs have. */
export type EmailTheme = {
  /** What stands in the letter itself, for programs that know no dark mode. */
  readonly colors: ThemeColors;
  /** What a dark screen gets; undefined where the seller is the same in light and dark. */
  readonly dark: ThemeColors | undefined;
  readonly isDark: boolean;
  /** Headings with serifs want less weight. */
  readonly isSerif: boolean;
  readonly display: string;
  readonly text: string;
  /** Corner radius in pixels, at most what suits a narrow column. */
  readonly radius: number;
};

const serifs: readonly string[] = ["Fraunces", "Source Serif 4"];

/** The seller's face where a machine has it, else one that every machine has. */
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

/** Worked out once for each time that the seller is read: many letters may be written in a moment. */
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

/** A fine line on a surface, as a colour that every mail program knows. */
export const dividerColor = (colors: ThemeColors): string => {
  const { text_muted, surface } = colors;
  const cached = dividerColors.get(colors) ?? flattenColor({ color: text_muted, opacity: 0.3 }, surface);
  dividerColors.set(colors, cached);
  return cached;
};
