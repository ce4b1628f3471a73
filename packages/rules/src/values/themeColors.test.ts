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
    fc.property(hex, hex, hex, (brand, accent, paper) => {
      const light = lightColors({ brand, accent, paper });
      for (const [words, ground] of [...pairs(light), ...pairs(darkColors({}, light))])
        if (contrast(words, ground) < minTextContrast) return false;
      return true;
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
