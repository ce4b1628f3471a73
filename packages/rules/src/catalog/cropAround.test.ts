import { expect, test } from "vitest";
import { cropAround } from "./cropAround.ts";

const tall = { width: 600, height: 1200 };
const wide = { width: 1200, height: 300 };

test.each([
  ["a tall picture at its top", tall, 2, { x: 50, y: 0 }, { left: 0, top: 0, width: 600, height: 300 }],
  ["a tall picture in its middle", tall, 2, { x: 0, y: 50 }, { left: 0, top: 450, width: 600, height: 300 }],
  ["a tall picture at its foot", tall, 2, { x: 50, y: 100 }, { left: 0, top: 900, width: 600, height: 300 }],
  ["a wide picture to the right", wide, 2, { x: 100, y: 50 }, { left: 600, top: 0, width: 600, height: 300 }],
  ["a wide picture near its left", wide, 2, { x: 10, y: 90 }, { left: 60, top: 0, width: 600, height: 300 }],
  [
    "a picture of that shape",
    { width: 200, height: 100 },
    2,
    { x: 90, y: 90 },
    { left: 0, top: 0, width: 200, height: 100 },
  ],
  ["a line of one point", { width: 1, height: 900 }, 2, { x: 50, y: 100 }, { left: 0, top: 899, width: 1, height: 1 }],
])("%s", (_, size, ratio, focus, part) => expect(cropAround(size, ratio, focus)).toEqual(part));
