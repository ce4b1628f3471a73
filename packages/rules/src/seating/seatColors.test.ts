import { describe, expect, test } from "vitest";
import { contrast, darkColors, lightColors } from "../values/theme/themeColors.ts";
import { minGraphicContrast, presetColors, seatColors } from "./seatColors.ts";

describe("the twenty preset colours", () => {
  test("the twenty preset colours are all different", () => {
    expect(presetColors).toHaveLength(20);
    for (const mode of ["light", "dark"] as const) expect(new Set(presetColors.map((one) => one[mode])).size).toBe(20);
  });

  test.each(presetColors.map((color, index) => [index + 1, color] as const))(
    "number %i is visible on paper and surface in light and dark mode",
    (_, { light, dark }) => {
      for (const ground of [lightColors().paper, lightColors().surface])
        expect(contrast(light, ground)).toBeGreaterThanOrEqual(minGraphicContrast);
      for (const ground of [darkColors().paper, darkColors().surface])
        expect(contrast(dark, ground)).toBeGreaterThanOrEqual(minGraphicContrast);
    },
  );
});

test("uses a group's own colour, else the presets in order", () => {
  const colors = seatColors([
    { id: "stalls", color: null },
    { id: "balcony", color: "#7d2ae8" },
    { id: "boxes", color: null },
    { id: "gods", color: "red; background: url(x)" },
  ]);
  expect(colors.stalls).toEqual(presetColors[0]);
  expect(colors.balcony?.light).toBe("#7d2ae8");
  expect(colors.boxes).toEqual(presetColors[1]);
  expect(colors.gods).toEqual(presetColors[2]);
});

test.each([
  ["in light mode", presetColors[0]?.light],
  ["in dark mode", presetColors[0]?.dark],
  ["in capital letters", presetColors[0]?.light.toUpperCase()],
])("leaves out a preset that is another group's own colour %s", (_, color = "") => {
  const { stalls, boxes } = seatColors([
    { id: "stalls", color: null },
    { id: "balcony", color },
    { id: "boxes", color: null },
  ]);
  expect([stalls, boxes]).toEqual([presetColors[1], presetColors[2]]);
});

test("reuses the presets from the twenty-first group on", () => {
  const colors = seatColors(Array.from({ length: 21 }, (_, index) => ({ id: `g${index}`, color: null })));
  expect(colors.g20).toEqual(colors.g0);
});

test("adjusts an invisible colour until it is visible", () => {
  const { pale } = seatColors([{ id: "pale", color: "#fff3d0" }], {
    light: { paper: "#ffffff" },
    dark: { paper: "#0d0b13" },
  });
  expect(contrast(pale?.light ?? "", "#ffffff")).toBeGreaterThanOrEqual(minGraphicContrast);
  expect(contrast(pale?.dark ?? "", "#0d0b13")).toBeGreaterThanOrEqual(minGraphicContrast);
});
