import { readFileSync } from "node:fs";
import { formatHex, interpolate } from "culori";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  textColorOn,
  contrast,
  darkColors,
  flattenColor,
  lightColors,
  minTextContrast,
  readableOn,
  stateColors,
  tintShares,
  type ThemeColors,
} from "./themeColors.ts";

describe("contrast", () => {
  test.each([
    ["black on white", "#000000", "#ffffff", 21],
    ["the same twice", "#123456", "#123456", 1],
    ["the well-known grey", "#767676", "#ffffff", 4.54],
    ["red on white", "#ff0000", "#ffffff", 4],
  ])("the contrast of two colours is measured: %s", (_, one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBeCloseTo(ratio, 1);
  });
});

describe("text on a filled area", () => {
  test.each([
    ["deep teal", "#0f4c4a", "#ffffff"],
    ["midnight", "#0b1026", "#ffffff"],
  ])("%s gets white text", (_, fill, words) => expect(textColorOn(fill)).toBe(words));

  test.each([
    ["phosphor green", "#7dff9b"],
    ["amber", "#ffb000"],
    ["brass", "#b08d57"],
    ["middle grey", "#777777"],
  ])("%s gets readable dark text", (_, fill) => {
    expect(textColorOn(fill)).not.toBe("#ffffff");
    expect(contrast(textColorOn(fill), fill)).toBeGreaterThanOrEqual(minTextContrast);
  });
});

describe("a colour as text", () => {
  test("a colour as text is unchanged if it is readable", () =>
    expect(readableOn("#0f4c4a", ["#ffffff"])).toBe("#0f4c4a"));
  test.each([
    ["brass on paper goes darker", "#b08d57", "#fbfaf8"],
    ["deep teal on night goes lighter", "#0f4c4a", "#101413"],
    ["yellow on white", "#ffee00", "#ffffff"],
    ["grey on grey", "#808080", "#7f7f7f"],
  ])("a colour is made readable as text: %s", (_, color, ground) =>
    expect(contrast(readableOn(color, [ground]), ground)).toBeGreaterThanOrEqual(minTextContrast),
  );
});

test.each([
  ["half of black over white", { color: "#000000", opacity: 0.5 }, "#ffffff", "#808080"],
  ["nothing of it", { color: "#ff0000", opacity: 0 }, "#102030", "#102030"],
  ["all of it", "#FF0000", "#102030", "#ff0000"],
])("a translucent colour is flattened: %s", (_, color, paper, seen) => expect(flattenColor(color, paper)).toBe(seen));

/** The stylesheet's backgrounds of text: the paper, the surface, and tinted areas. */
const groundsOf = (colors: ThemeColors, mode: "light" | "dark"): Readonly<Record<string, string>> => {
  const tint = (color: string, share: number): string => formatHex(interpolate([colors.paper, color], "oklab")(share));
  return {
    paper: colors.paper,
    surface: colors.surface,
    "surface-2": tint(colors.text, tintShares.surface[mode]),
    "brand-soft": tint(colors.brand_text, tintShares.brand),
    "danger-soft": tint(colors.danger, tintShares.danger),
    "warning-soft": tint(colors.warning, tintShares.warning),
    "success-soft": tint(colors.success, tintShares.success),
  };
};

const plainGrounds = ["paper", "surface", "surface-2"] as const;
/** Each text colour of the stylesheet on each of its backgrounds. */
const textsOf = (colors: ThemeColors, mode: "light" | "dark"): readonly [name: string, contrast: number][] => {
  const grounds = groundsOf(colors, mode);
  const on = (name: "text_muted" | "text" | "brand_text" | "danger" | "warning" | "success", of: readonly string[]) =>
    of.map((ground): [string, number] => [`${name} on ${ground}`, contrast(colors[name], grounds[ground] ?? "")]);
  return [
    ...on("text", plainGrounds),
    ...on("text_muted", Object.keys(grounds)),
    ...on("brand_text", [...plainGrounds, "brand-soft"]),
    ...on("danger", [...plainGrounds, "danger-soft"]),
    ...on("warning", [...plainGrounds, "warning-soft"]),
    ...on("success", [...plainGrounds, "success-soft"]),
  ];
};
const unreadableTexts = (colors: ThemeColors, mode: "light" | "dark"): readonly string[] =>
  textsOf(colors, mode)
    // The browser mixes the tints again, without intermediate rounding.
    .filter(([, ratio]) => ratio < minTextContrast - 0.02)
    .map(([name, ratio]) => `${name}: ${ratio.toFixed(2)}`);

describe("colours derived from a seller's colours are readable wherever they are used", () => {
  const papers = ["#ffffff", "#fbfaf8", "#f2ead9", "#d8e4dc", "#b9c7d6", "#3a3f3c", "#0b1026", "#101413", "#000000"];
  const brands = ["#23504a", "#7dff9b", "#ffb000", "#b08d57", "#d4142a", "#5b2a86", "#0057ff", "#777777", "#111111"];

  test.each(papers.flatMap((paper) => brands.map((brand) => ({ paper, brand }))))(
    "with text of the least contrast on $paper, and $brand",
    ({ paper, brand }) => {
      for (const start of ["#808080", "#a0522d", "#4169a1"]) {
        const text = readableOn(start, [paper]);
        const light = lightColors({ paper, brand, text });
        expect(unreadableTexts(light, "light")).toEqual([]);
        expect(unreadableTexts(darkColors({ paper, brand, text }, light), "dark")).toEqual([]);
        expect(unreadableTexts(darkColors({}, light), "dark")).toEqual([]);
      }
    },
  );

  test("the muted text has less contrast than the text where possible", () => {
    const { text, text_muted, paper } = lightColors();
    expect(contrast(text_muted, paper)).toBeLessThan(contrast(text, paper) - 4);
  });

  test("colours of states stay as they are on an ordinary paper", () => {
    expect(lightColors()).toMatchObject(stateColors.light);
    expect(darkColors()).toMatchObject(stateColors.dark);
  });

  test("the shares and the colours of states are those of the stylesheet", () => {
    const css = readFileSync(new URL("../../../../ui/src/styles/tokens.css", import.meta.url), "utf8");
    const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;
    for (const share of Object.values(tintShares.surface))
      expect(css).toContain(`color-mix(in oklab, var(--paper), var(--text) ${percent(share)})`);
    expect(css).toContain(`color-mix(in oklab, var(--brand-text) ${percent(tintShares.brand)}, var(--paper))`);
    for (const state of ["danger", "warning", "success"] as const) {
      expect(css).toContain(`color-mix(in oklab, var(--${state}) ${percent(tintShares[state])}, var(--paper))`);
      expect(css).toContain(
        `light-dark(var(--seller-${state}, ${stateColors.light[state]}), var(--seller-dark-${state}, ${stateColors.dark[state]}))`,
      );
    }
  });
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const pairs = (colors: ThemeColors): [string, string][] => [
  [colors.on_brand, colors.brand],
  [colors.on_accent, colors.accent],
  [colors.brand_text, colors.paper],
  [colors.text, colors.paper],
  [colors.text_muted, colors.paper],
  [colors.text_muted, colors.surface],
];

test("any seller's colours are readable in both modes", () => {
  fc.assert(
    fc.property(hex, hex, hex, hex, (brand, accent, paper, text) => {
      const light = lightColors({ brand, accent, paper, text });
      for (const [words, ground] of [...pairs(light), ...pairs(darkColors({}, light))])
        if (contrast(words, ground) < minTextContrast) return false;
      return true;
    }),
    { numRuns: 300 },
  );
});

test("any seller's colours are readable on tinted areas too, where the paper leaves room for a tint", () => {
  const room = (paper: string): number => Math.max(contrast("#000000", paper), contrast("#ffffff", paper));
  fc.assert(
    fc.property(hex, hex, hex, hex, (brand, accent, paper, text) => {
      fc.pre(room(paper) >= 8);
      const light = lightColors({ brand, accent, paper, text });
      const dark = darkColors({}, light);
      return [...unreadableTexts(light, "light"), ...unreadableTexts(dark, "dark")].length === 0;
    }),
    { numRuns: 300 },
  );
});

test("dark mode keeps the brand's hue and the seller's colours", () => {
  const light = lightColors({ brand: "#0f4c4a", paper: "#fbfaf7" });
  const dark = darkColors({}, light);
  expect(contrast(dark.brand, dark.paper)).toBeGreaterThanOrEqual(minTextContrast);
  expect(contrast(dark.paper, "#000000")).toBeLessThan(1.5);
  expect(darkColors({ paper: "#0b1026", brand: "#7dff9b" }, light)).toMatchObject({
    paper: "#0b1026",
    brand: "#7dff9b",
  });
});
