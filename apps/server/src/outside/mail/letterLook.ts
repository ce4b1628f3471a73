import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, laidOn, lightColors, type Colors } from "@foyer/rules/contrast.ts";

/** How a seller's letters look: colours that read where they stand, faces that mail programs have. */
export type LetterLook = {
  /** What stands in the letter itself, for programs that know no dark mode. */
  readonly colors: Colors;
  /** What a dark screen gets; undefined where the seller is the same in light and dark. */
  readonly dark: Colors | undefined;
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
const stackOf = (face: string | undefined): string =>
  [
    face && `'${face}'`,
    serifs.includes(face ?? "")
      ? "Georgia, 'Times New Roman', serif"
      : "'Helvetica Neue', Helvetica, Arial, sans-serif",
  ]
    .filter(Boolean)
    .join(", ");

const looks = new WeakMap<Theme, LetterLook>();
const lines = new WeakMap<Colors, string>();

/** Worked out once for each time that the seller is read: many letters may be written in a moment. */
export const letterLook = (theme: Theme): LetterLook => {
  const known = looks.get(theme) ?? lookOf(theme);
  looks.set(theme, known);
  return known;
};

const lookOf = (theme: Theme): LetterLook => {
  const light = lightColors(theme.light);
  const dark = darkColors(theme.dark, light);
  const isDark = theme.mode === "dark";
  return {
    colors: isDark ? dark : light,
    dark: (theme.mode ?? "auto") === "auto" ? dark : undefined,
    isDark,
    isSerif: serifs.includes(theme.display_face ?? ""),
    display: stackOf(theme.display_face),
    text: stackOf(theme.text_face),
    radius: Math.min(theme.radius ?? 4, 16),
  };
};

/** A fine line on a surface, as a colour that every mail program knows. */
export const lineOf = (colors: Colors): string => {
  const { text_muted, surface } = colors;
  const known = lines.get(colors) ?? laidOn({ color: text_muted, opacity: 0.3 }, surface);
  lines.set(colors, known);
  return known;
};
