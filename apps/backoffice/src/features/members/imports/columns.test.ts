import { expect, test } from "vitest";
import { guessColumns } from "../../../shared/csv/importColumns.ts";
import { memberFileFields, sentColumns } from "./columns.ts";

test("finds columns with the usual names, ignoring case and punctuation", () => {
  const header = ["First Name", "SURNAME", "E-mail", "Membership level", "Valid_until", "Notes"];
  expect(guessColumns(memberFileFields, header)).toEqual({
    first_name: 0,
    last_name: 1,
    email: 2,
    level: 3,
    last_day: 4,
  });
});

test("a file can be sent once all required columns are chosen", () => {
  const columns = { first_name: 0, last_name: 1, email: 2, level: 3 };
  expect(sentColumns(columns)).toBeUndefined();
  expect(sentColumns({ ...columns, last_day: 4 })).toEqual({ ...columns, last_day: 4 });
});
