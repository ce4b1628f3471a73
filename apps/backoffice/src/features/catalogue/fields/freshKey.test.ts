import { expect, test } from "vitest";
import { freshKey } from "./freshKey.ts";

test("the key of something new is that of nothing else", () => {
  const keys = Array.from({ length: 100 }, () => freshKey("group"));
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^group-[a-f0-9]{8}$/);
});
