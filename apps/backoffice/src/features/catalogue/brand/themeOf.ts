import { Color, Theme, type Palette } from "@foyer/contract/theme.ts";
import { recordOf } from "../document.ts";

/** The colours of a palette, in the order of the form. */
export const paletteNames = [
  "brand",
  "accent",
  "paper",
  "surface",
  "text",
] as const satisfies readonly (keyof Palette)[];

const paletteOf = (value: unknown): Palette => {
  const record = recordOf(value);
  return Object.fromEntries(
    paletteNames.flatMap((name) => {
      const color = Color.safeParse(record[name]);
      return color.success ? [[name, color.data]] : [];
    }),
  );
};

/** The valid part of a draft's theme, so that an unfinished field does not reset the rest of the preview. */
export const themeOf = (value: unknown): Theme => {
  const whole = Theme.safeParse(value ?? {});
  if (whole.success) return whole.data;
  const record = recordOf(value);
  const rest = Object.entries(record).filter(
    ([name, one]) => name !== "light" && name !== "dark" && Theme.safeParse({ [name]: one }).success,
  );
  return { ...(Object.fromEntries(rest) as Theme), light: paletteOf(record["light"]), dark: paletteOf(record["dark"]) };
};

/** A colour as a field shows it. An opacity stays in the document. */
export const hexOf = (color: unknown): string => {
  const value = typeof color === "string" ? color : recordOf(color)["color"];
  return typeof value === "string" ? value : "";
};
