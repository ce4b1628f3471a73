import { expect, test } from "vitest";
import { movedByKey, readFocus, shownPosition, writtenFocus } from "./focus.ts";

test.each([
  ["ArrowLeft", false, { x: 29, y: 98 }],
  ["ArrowRight", true, { x: 40, y: 98 }],
  ["ArrowUp", true, { x: 30, y: 88 }],
  ["ArrowDown", true, { x: 30, y: 100 }],
  ["Tab", false, undefined],
])("%s, fast: %s", (key, isFast, to) => expect(movedByKey({ x: 30, y: 98 }, key, isFast)).toEqual(to));

test("the middle is not written to the document, and an invalid point counts as absent", () => {
  expect(writtenFocus({ x: 50, y: 50 })).toBeUndefined();
  expect(writtenFocus({ x: 50, y: 51 })).toEqual({ x: 50, y: 51 });
  expect([readFocus({ x: 120, y: 0 }), readFocus("left"), readFocus({ x: 0, y: 100 })]).toEqual([
    undefined,
    undefined,
    { x: 0, y: 100 },
  ]);
});

test("it is shown in the storefront's steps", () => {
  expect(shownPosition({ x: 12, y: 98 })).toBe("10% 100%");
});
