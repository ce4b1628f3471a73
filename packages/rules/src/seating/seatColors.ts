import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, lightColors, readableOn } from "../values/theme/themeColors.ts";

/** A colour per mode, as '#rrggbb'. */
export type SeatColor = { readonly light: string; readonly dark: string };

/** The contrast between graphics and their background that WCAG AA requires. */
export const minGraphicContrast = 3;

/** Twenty colours that are easy to tell apart in either mode; the first few differ most. */
export const presetColors: readonly SeatColor[] = (
  [
    ["#2f6f9f", "#6fb1e0"],
    ["#d75a21", "#fb882b"],
    ["#651c88", "#c68bff"],
    ["#2e8c7c", "#21df9b"],
    ["#9e1749", "#d35182"],
    ["#856224", "#c9c510"],
    ["#6d78ea", "#5f7ceb"],
    ["#3f9015", "#7eaa0d"],
    ["#b65cbf", "#fa78b2"],
    ["#003b63", "#2f7e9e"],
    ["#5c2602", "#c24700"],
    ["#a07a85", "#d8b6a0"],
    ["#00580d", "#1a8c26"],
    ["#c8436b", "#9550bb"],
    ["#2838a1", "#e5c0fc"],
    ["#918844", "#a19976"],
    ["#6a4d63", "#8f6870"],
    ["#7a4aba", "#b884b3"],
    ["#51244e", "#23b189"],
    ["#a1388d", "#7a7835"],
  ] as const
).map(([light, dark]) => ({ light, dark }));

const hex = /^#[0-9a-f]{6}$/i;

/**
 * A colour per ticket group id: its own if it has one, else the next preset that is no other group's own. All are visible
 * on the seller's background.
 */
export const seatColors = (
  groups: readonly { readonly id: string; readonly color: string | null }[],
  theme: Pick<Theme, "light" | "dark"> = {},
): Readonly<Record<string, SeatColor>> => {
  const day = lightColors(theme.light);
  const night = darkColors(theme.dark, day);
  const owned = new Set(groups.flatMap(({ color }) => color?.toLowerCase() ?? []));
  const unused = presetColors.filter(({ light, dark }) => !owned.has(light) && !owned.has(dark));
  const presets = unused.length > 0 ? unused : presetColors;
  let next = 0;
  return Object.fromEntries(
    groups.map(({ id, color }) => {
      const own = color !== null && hex.test(color) ? { light: color, dark: color } : undefined;
      const { light, dark } = own ?? presets[next++ % presets.length] ?? { light: "#000000", dark: "#ffffff" };
      return [
        id,
        {
          light: readableOn(light, [day.paper, day.surface], minGraphicContrast),
          dark: readableOn(dark, [night.paper, night.surface], minGraphicContrast),
        },
      ];
    }),
  );
};
