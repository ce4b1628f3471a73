import { expect, test } from "vitest";
import { screens } from "./screens.ts";

test("no two screens have the same key or address", () => {
  expect(new Set(screens.map(({ key }) => key)).size).toBe(screens.length);
  expect(new Set(screens.map(({ to }) => to)).size).toBe(screens.length);
  // `g u` opens one's own account, at every seller.
  expect(screens.map(({ key }): string => key)).not.toContain("u");
});
