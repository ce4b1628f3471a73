import { expect, test } from "vitest";
import { frameBetween, seatsInFrame } from "./seatsInFrame.ts";

const seat = (key: string, x: number, y: number) => ({ key, x, y });
const [a1, a2, b1, b2] = [seat("A1", 10, 10), seat("A2", 20, 10), seat("B1", 10, 30), seat("B2", 20, 30)];

test.each([
  ["all", { x: 0, y: 0, width: 100, height: 100 }, ["A1", "A2", "B1", "B2"]],
  ["those whose middle is in it, its edges included", { x: 10, y: 10, width: 10, height: 19 }, ["A1", "A2"]],
  ["none beside it", { x: 11, y: 11, width: 8, height: 18 }, []],
])("a frame has %s", (_, frame, expected) => expect(seatsInFrame([a1, a2, b1, b2], frame)).toEqual(expected));

test.each([
  ["from the upper left", a1, b2, ["A1", "A2", "B1", "B2"]],
  ["from the lower right", b2, a1, ["A1", "A2", "B1", "B2"]],
  ["along a row", b1, b2, ["B1", "B2"]],
  ["of one seat", a2, a2, ["A2"]],
])("a frame between two seats: %s", (_, one, other, expected) =>
  expect(seatsInFrame([a1, a2, b1, b2], frameBetween(one, other))).toEqual(expected),
);
