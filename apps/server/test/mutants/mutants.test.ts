import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutated } from "../../../../scripts/mutation.ts";
import { mutants } from "./mutants.ts";

const root = join(import.meta.dirname, "../../../..");

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("mutant %s still changes its file", (_, mutant) => {
  const code = readFileSync(join(root, mutant.file), "utf8");
  expect(mutated(code, mutant)).not.toBe(code);
});

test("the tests that kill them are in files that exist", () => {
  const files = new Set(mutants.map(({ killedBy }) => killedBy.file));
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("no two mutants have one name", () => {
  const names = mutants.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
