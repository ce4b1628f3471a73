import { expect, test } from "vitest";
import { guessColumns } from "../../../shared/csv/importColumns.ts";
import { codeFileColumns, sentCodeColumns } from "./codeFileColumns.ts";

test("finds columns with the usual names of other shops", () => {
  expect(guessColumns(codeFileColumns, ["ID", "Coupon code", "Usage limit", "Starts at", "Expiry date"])).toEqual({
    code: 1,
    max_uses: 2,
    first_day: 3,
    last_day: 4,
  });
});

// The column names of our own downloads.
test("finds the columns of a downloaded list", () => {
  expect(guessColumns(codeFileColumns, ["code", "used", "max_uses"])).toEqual({ code: 0, max_uses: 2 });
});

test("a file can be sent once the column of codes is chosen", () => {
  expect(sentCodeColumns({ max_uses: 1 })).toBeUndefined();
  expect(sentCodeColumns({ code: 0, last_day: undefined })).toEqual({ code: 0 });
});
