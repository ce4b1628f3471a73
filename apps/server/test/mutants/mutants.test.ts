import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutated } from "../../../../scripts/mutation.ts";
import { mutants } from "./mutants.ts";
import { canNameTest, testNames } from "./testNames.ts";

const root = join(import.meta.dirname, "../../../..");

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("mutant %s still changes its file", (_, mutant) => {
  const code = readFileSync(join(root, mutant.file), "utf8");
  expect(mutated(code, mutant)).not.toBe(code);
});

test("the tests that kill them are in files that exist", () => {
  const files = new Set(mutants.map(({ killedBy }) => killedBy.file));
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the tests that kill them exist by these names", () => {
  const byFile = Map.groupBy(mutants, ({ killedBy }) => killedBy.file);
  const missing = [...byFile].flatMap(([file, ofFile]) => {
    const names = testNames(file, readFileSync(join(root, file), "utf8"));
    return ofFile.filter(({ killedBy }) => !names.some((name) => canNameTest(killedBy.test, name)));
  });
  expect(missing.map(({ name, killedBy }) => `${name}: ${killedBy.test}`)).toEqual([]);
});

const suite = `describe("a suite", () => { test("a group that is new", () => {}); });`;
const rows = `describe.each([1])("a suite of %i", () => { test.for(rows)(\`a row of \${count} is $field\`, () => {}); });`;
test.each([
  ["a group that is new", suite, true],
  ["a group that is", suite, true],
  ["is new", suite, true],
  ["a suite a group", suite, true],
  ["a group that was new", suite, false],
  ["roup that is new", suite, false],
  ["a suite of 3 a row of two is 'x'", rows, true],
  ["a value of a row", rows, true],
])("%j is looked for among the names of %j", (text, code, isFound) => {
  expect(testNames("names.test.ts", code).some((name) => canNameTest(text, name))).toBe(isFound);
});

test("no two mutants have one name", () => {
  const names = mutants.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
