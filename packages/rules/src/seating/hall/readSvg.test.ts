import { expect, test } from "vitest";
import { readSvg } from "./readSvg.ts";

const svg = (content: string): string => `<?xml version="1.0"?><!DOCTYPE svg><svg viewBox="0 0 9 9">${content}</svg>`;
const read = (content: string) => readSvg(svg(content))?.map(({ id, x, y, transforms }) => [id, x, y, ...transforms]);

test.each([
  ["a circle", `<circle id="A1" cx="3" cy="4.5" r="1"/>`, [["A1", 3, 4.5]]],
  ["an ellipse with an end tag", `<ellipse id='A1' cx='3' cy='4'></ellipse>`, [["A1", 3, 4]]],
  ["a rectangle, by its middle", `<rect id="A1" x="2" y="4" width="6" height="2"/>`, [["A1", 5, 5]]],
  ["no place", `<circle id="A1"/>`, [["A1", 0, 0]]],
  [
    "groups that are moved, one in the other",
    `<g transform="scale(2)"><g transform="translate(1)"><circle id="A1" transform="rotate(9)"/></g><circle id="A2"/></g><circle id="A3"/>`,
    [
      ["A1", 0, 0, "scale(2)", "translate(1)", "rotate(9)"],
      ["A2", 0, 0, "scale(2)"],
      ["A3", 0, 0],
    ],
  ],
  [
    "what is drawn elsewhere",
    `<defs><circle id="A1"/></defs><symbol><g><rect id="A2"/></g></symbol><circle id="A3"/>`,
    [["A3", 0, 0]],
  ],
  [
    "comments and character data",
    `<!-- <circle id="A1"/> --><style><![CDATA[<circle id="A2"/>]]></style><circle id="A3"/>`,
    [["A3", 0, 0]],
  ],
  ["values with angle brackets and entities", `<circle data-x="a > b" id="R&amp;B-1"/>`, [["R&B-1", 0, 0]]],
  ["nothing", `<path d="M0 0"/><script>circle()</script>`, []],
])("a drawing has %s", (_, content, expected) => expect(read(content)).toEqual(expected));

test("seats are named by data attributes", () => {
  expect(readSvg(svg(`<circle data-section="Box" data-row="1" data-seat="2"/>`))).toMatchObject([
    { section: "Box", row: "1", seat: "2" },
  ]);
});

test.each(["", "no drawing", "<html><svg><circle/></svg></html>", "{}"])("'%s' is no drawing", (text) =>
  expect(readSvg(text)).toBeUndefined(),
);

test("reads a long unterminated text quickly", () => {
  const before = performance.now();
  expect(readSvg(`<svg><g ${'a="'.repeat(60_000)}`)).toEqual([]);
  expect(readSvg(`<svg>${"<!--".repeat(20_000)}`)).toEqual([]);
  expect(performance.now() - before).toBeLessThan(3_000);
});
