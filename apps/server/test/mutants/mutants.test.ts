import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutated } from "../../../../scripts/mutation.ts";
import { mutants } from "./mutants.ts";
import type { TestName } from "./names/filledName.ts";
import { canNameTest, testNames } from "./names/testNames.ts";

const root = join(import.meta.dirname, "../../../..");

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("mutant %s still changes its file", (_, mutant) => {
  const code = readFileSync(join(root, mutant.file), "utf8");
  expect(mutated(code, mutant)).not.toBe(code);
});

test("the tests that kill them are in files that exist", () => {
  const files = new Set(mutants.map(({ killedBy }) => killedBy.file));
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

const shownName = (name: TestName): string => name.map((part) => part ?? "…").join("");

test("the tests that kill them exist by these names", () => {
  const byFile = Map.groupBy(mutants, ({ killedBy }) => killedBy.file);
  const missing = [...byFile].flatMap(([file, ofFile]) => {
    const names = testNames(file, readFileSync(join(root, file), "utf8"));
    const unmatched = ofFile.filter(({ killedBy }) => !names.some((name) => canNameTest(killedBy.test, name)));
    return unmatched.map(({ name, killedBy }) => ({ name, test: killedBy.test, file, names: names.map(shownName) }));
  });
  const listed = new Map(missing.map(({ file, names }) => [file, [`The tests of ${file}:`, ...names].join("\n  ")]));
  expect(
    missing.map(({ name, test }) => `${name}: ${test}`),
    [...listed.values()].join("\n"),
  ).toEqual([]);
});

test("no two mutants have one name", () => {
  const names = mutants.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
