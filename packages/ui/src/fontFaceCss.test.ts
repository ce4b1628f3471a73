// @vitest-environment node
import { readFile, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { fontFaceCss, fontFile, fontStack } from "./fontFaceCss.ts";
import { hostedFontFaces } from "./fontFaces.ts";

const pathOf = (file: string) => new URL(`./fonts/${file}`, import.meta.url);

test.each(hostedFontFaces.map(({ family, use }) => [family, use] as const))(
  "%s for %s: the files exist and are small",
  async (family, use) => {
    const files: string[] = [];
    const css = fontFaceCss(family, use, (file) => (files.push(file), `/f/${file}`));
    expect(files).toHaveLength(2);
    for (const file of files) expect((await readFile(pathOf(file))).toString("latin1", 0, 4)).toBe("wOF2");
    expect((await stat(pathOf(fontFile(family, use)))).size).toBeLessThan(use === "display" ? 20_000 : 33_000);
    expect(css).toMatch(/size-adjust:\d+\.\d\d%;ascent-override:\d/);
    expect(fontStack(family, use)).toContain(`"${family} ${use} fallback"`);
  },
);

test.each([
  ["Fraunces", "Instrument Sans"],
  ["Source Serif 4", "Figtree"],
  ["Bricolage Grotesque", "Inter"],
  ["Space Grotesk", "Figtree"],
])("%s with %s stays within 45 kB", async (display, text) => {
  const sizes = await Promise.all(
    [fontFile(display, "display"), fontFile(text, "text")].map(async (file) => (await stat(pathOf(file))).size),
  );
  expect(sizes[0]! + sizes[1]!).toBeLessThanOrEqual(45_000);
});

test("Māori macrons are in the second file's range", () => {
  const css = fontFaceCss("Figtree", "text", (file) => file);
  expect(css).toMatch(/latin-ext\.woff2"\) format\("woff2"\);unicode-range:U\+100-130/);
});

test("throws for a typeface that is not hosted", () =>
  expect(() => fontStack("Comic Sans", "text")).toThrow("Comic Sans"));
