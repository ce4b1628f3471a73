import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const sheets = globSync(["packages/ui/src/**/*.css", "apps/storefront/src/**/*.css"], { cwd: root });

/** The lines with `:hover` outside `@media (hover: hover)`. */
const hoverOnTouchScreens = (css: string): readonly string[] => {
  let depth = 0;
  let guardedFrom = Infinity;
  return css.split("\n").filter((line) => {
    if (line.includes("@media (hover: hover)")) guardedFrom = Math.min(guardedFrom, depth);
    const isUnguarded = line.includes(":hover") && guardedFrom === Infinity;
    depth += line.split("{").length - line.split("}").length;
    if (depth <= guardedFrom) guardedFrom = Infinity;
    return isUnguarded;
  });
};

test("finds a hover rule that a touch screen would keep after a tap", () =>
  expect(hoverOnTouchScreens("@media (hover: hover) {\n a:hover {\n }\n}\nb:hover {\n}")).toEqual(["b:hover {"]));

test("finds style sheets to check", () => expect(sheets.length).toBeGreaterThan(50));

test.each(sheets)("%s styles hover only where a pointer can hover", (sheet) =>
  expect(hoverOnTouchScreens(readFileSync(join(root, sheet), "utf8"))).toEqual([]),
);
