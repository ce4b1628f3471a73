import { describe, expect, test } from "vitest";
import { readChapterYaml, writeChapterYaml } from "./chapterYaml.ts";

const text = `key: visit
name: General Admission
groups:
  - key: general
    types:
      - { key: adult, price: 28 }
      - key: child
        price: "14.50"
`;

const read = (written: string, key?: string) => {
  const result = readChapterYaml(written, key);
  return "value" in result ? result : { ...result, value: undefined, positionOf: () => undefined };
};

test("a chapter that is written and read again is the same", () => {
  const { value } = read(text);
  expect(read(writeChapterYaml(value)).value).toEqual(value);
});

test.each([
  ["name", 2, 1],
  ["groups", 3, 1],
  ["groups[0].key", 4, 5],
  ["groups[0].types[0].price", 6, 23],
  ["groups[0].types[1].price", 8, 9],
  ["groups[0].types[1].fees", 7, 9],
  ["venue", 1, 1],
  ["", 1, 1],
])("%j is at line %i, column %i", (path, line, column) => {
  expect(read(text).positionOf(path)).toEqual({ line, column });
});

describe("a text that cannot be read", () => {
  test.each([
    ["an open list", "key: visit\ngroups: [a, b\n", 3],
    ["a field twice", "key: visit\nname: A\nname: B\n", 3],
    ["an unknown alias", "key: visit\nname: *there\n", 1],
    ["nothing", "", 1],
    ["only a remark", "# later\n", 1],
  ])("%s is a problem at its line", (_, written, line) => {
    const { problems } = readChapterYaml(written) as { problems: readonly { line: number; message: string }[] };
    expect(problems[0]).toMatchObject({ line, message: expect.stringMatching(/./) });
  });
});

test.each([
  ["another key", "name: Visit\nkey: other\n", 2],
  ["no key", "name: Visit\n", 1],
  ["a list in place of a chapter", "- 1\n", 1],
])("%s is refused where it stands", (_, written, line) => {
  expect(readChapterYaml(written, "visit")).toEqual({
    problems: [{ line, column: 1, message: "The key is 'visit' and cannot be changed." }],
  });
});

test("a chapter without a key of its own needs none", () => {
  expect(read("- one\n- two\n").value).toEqual(["one", "two"]);
});
