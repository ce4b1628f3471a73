import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

test.each([
  [
    "cells and lines",
    "a,b\r\nc,d\r\n",
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "no line end at the end",
    "a,b\nc,d",
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "quotes, with separators, quotes and lines in them",
    'a,"b, ""c""\nd"\ne',
    [
      [1, "a", 'b, "c"\nd'],
      [3, "e"],
    ],
  ],
  [
    "empty cells",
    "a,,b\n,\nc,",
    [
      [1, "a", "", "b"],
      [2, "", ""],
      [3, "c", ""],
    ],
  ],
  [
    "empty lines, which count",
    "a\n\n\nb\n",
    [
      [1, "a"],
      [4, "b"],
    ],
  ],
  [
    "semicolons",
    "a;b,c;d\ne;f",
    [
      [1, "a", "b,c", "d"],
      [2, "e", "f"],
    ],
  ],
  [
    "tabs",
    "a\tb,c\td\ne\tf;g",
    [
      [1, "a", "b,c", "d"],
      [2, "e", "f;g"],
    ],
  ],
  ["a byte order mark", "\uFEFFa,b", [[1, "a", "b"]]],
  [
    "a quote in the wrong place",
    'a,b"c"\nd',
    [
      [1, "a", 'b"c"'],
      [2, "d"],
    ],
  ],
  ["nothing", "", []],
])("reads %s", (_, text, rows) => expect(readCsv(text).map(({ line, cells }) => [line, ...cells])).toEqual(rows));
