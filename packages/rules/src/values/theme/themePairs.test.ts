import { describe, expect, test } from "vitest";
import type { Theme } from "@foyer/contract/theme.ts";
import { contrast, minTextContrast } from "./themeColors.ts";
import { contrastText, themePairs, unreadableColors } from "./themePairs.ts";

describe("colours that cannot be read", () => {
  test.each<[string, Theme, string[]]>([
    ["no colours at all", {}, []],
    ["dark text on white", { light: { paper: "#ffffff", text: "#12252a" } }, []],
    ["the faintest grey that can be read", { light: { paper: "#ffffff", surface: "#ffffff", text: "#767676" } }, []],
    ["a grey just below", { light: { paper: "#ffffff", surface: "#ffffff", text: "#777777" } }, ["light text"]],
    [
      "text that is readable on paper and not on the surface",
      { light: { paper: "#ffffff", surface: "#808080", text: "#606060" } },
      ["light text"],
    ],
    ["a translucent text", { light: { paper: "#ffffff", text: { color: "#000000", opacity: 0.3 } } }, ["light text"]],
    ["dark text in the dark", { dark: { paper: "#101010", text: "#303030" } }, ["dark text"]],
    [
      "a surface that shares no text colour with the paper",
      { light: { paper: "#ffffff", surface: "#000000" } },
      ["light surface"],
    ],
    ["a yellow brand: its text and links have companions", { light: { brand: "#ffd400", paper: "#ffffff" } }, []],
    [
      "both modes",
      { light: { paper: "#ffffff", text: "#cccccc" }, dark: { paper: "#000000", text: "#222222" } },
      ["light text", "dark text"],
    ],
  ])("%s", (_, theme, expected) =>
    expect(unreadableColors(theme).map(({ mode, name }) => `${mode} ${name}`)).toEqual(expected),
  );

  test.each<[string, Theme]>([
    ["text", { light: { paper: "#ffffff", text: "#cccccc" } }],
    ["text on a surface", { light: { paper: "#ffffff", surface: "#808080", text: "#606060" } }],
    ["a surface", { dark: { paper: "#101010", surface: "#ffffff", text: "#eeeeee" } }],
  ])("are readable once their companion is taken: %s", (_, theme) => {
    const [found] = unreadableColors(theme);
    if (!found) throw new Error("nothing was found");
    const mended = { ...theme, [found.mode]: { ...theme[found.mode], [found.name]: found.companion } };
    expect(unreadableColors(mended)).toEqual([]);
  });
});

test("each pair says what is drawn instead, and that can be read", () => {
  const pairs = themePairs({ light: { brand: "#ffd400", paper: "#ffffff", text: "#bbbbbb" } });
  expect(pairs).toHaveLength(12);
  const link = pairs.find(({ mode, color, ground }) => mode === "light" && color === "brand" && ground === "paper");
  expect(link).toMatchObject({ wanted: "#ffd400", behind: "#ffffff" });
  expect(link?.contrast).toBeLessThan(2);
  for (const { drawn, behind } of pairs) expect(contrast(drawn, behind)).toBeGreaterThanOrEqual(minTextContrast);
});

test.each([
  [4.478, "4.4:1"],
  [4.5, "4.5:1"],
  [21, "21.0:1"],
])("a contrast of %s reads %s: too little does not read as enough", (value, text) =>
  expect(contrastText(value)).toBe(text),
);
