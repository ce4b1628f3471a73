import { expect, test } from "vitest";
import { readCsv } from "../../values/csv.ts";
import { readImport, repeatedLines, rowsBeyondPlaces, type ImportLevel } from "./importRows.ts";

const now = Temporal.Instant.from("2027-06-01T12:00:00Z");
const level = (name: string, problem?: string): ImportLevel => ({
  level: `id-${name}`,
  name,
  timezone: "America/New_York",
  problem,
  places: null,
});
const levels = [level("Friend"), level("Family", "needs more than one person"), level("Patron"), level("Patron")];
const columns = { first_name: 0, last_name: 1, email: 2, level: 3, first_day: 4, last_day: 5, member_number: 6 };
const read = (...lines: string[]) =>
  readImport(readCsv(["First,Last,Email,Level,From,Until,Number", ...lines].join("\n")), { levels, columns, now });

test("a row becomes a term of whole days at the venue, with a normalised member number", () => {
  expect(read("Ada,Lindqvist,Ada@Example.org, friend ,2027-01-01,2027-12-31,mem-0o17").rows).toEqual([
    {
      line: 2,
      first_name: "Ada",
      last_name: "Lindqvist",
      email: "ada@example.org",
      level: "id-Friend",
      level_name: "Friend",
      valid_from: "2027-01-01T05:00:00Z",
      valid_to: "2028-01-01T05:00:00Z",
      member_number: "MEM0017",
    },
  ]);
});

test.each([
  ["today where the term goes on", "2027-12-31", "2027-06-01T04:00:00Z"],
  ["on its last day where the term has ended", "2027-03-01", "2027-03-01T05:00:00Z"],
])("without a first day a term begins %s", (_, last, valid_from) => {
  expect(read(`Ada,Lindqvist,ada@example.org,Friend,,${last},`).rows).toMatchObject([
    { valid_from, member_number: null },
  ]);
});

test.each([
  ["no first name", ",Lindqvist,ada@example.org,Friend,,2027-12-31,", "has no first name of at most 50 letters"],
  ["no last name", "Ada,,ada@example.org,Friend,,2027-12-31,", "has no last name of at most 50 letters"],
  ["no address", "Ada,Lindqvist,ada,Friend,,2027-12-31,", "has no email address 'ada'"],
  [
    "an address that no mail server accepts",
    "Ada,Lindqvist,ada..b@example.org,Friend,,2027-12-31,",
    "has no email address 'ada..b@example.org'",
  ],
  [
    "an address whose domain is not written in ASCII",
    "Ada,Lindqvist,ada@müller.example,Friend,,2027-12-31,",
    "has no email address 'ada@müller.example'",
  ],
  [
    "an invisible name",
    "\u200b,Lindqvist,ada@example.org,Friend,,2027-12-31,",
    "has no first name of at most 50 letters",
  ],
  ["no level", "Ada,Lindqvist,ada@example.org,Gold,,2027-12-31,", "has no level 'Gold'"],
  [
    "a level for several",
    "Ada,Lindqvist,ada@example.org,Family,,2027-12-31,",
    "has a level that needs more than one person: 'Family'",
  ],
  [
    "a level twice",
    "Ada,Lindqvist,ada@example.org,Patron,,2027-12-31,",
    "has a level that there is more than once: 'Patron'",
  ],
  ["no last day", "Ada,Lindqvist,ada@example.org,Friend,,,", "has no last day ''"],
  ["a day of another form", "Ada,Lindqvist,ada@example.org,Friend,1/2/2027,2027-12-31,", "has no first day '1/2/2027'"],
  ["a day that there is not", "Ada,Lindqvist,ada@example.org,Friend,,2027-02-30,", "has no last day '2027-02-30'"],
  ["an end before the start", "Ada,Lindqvist,ada@example.org,Friend,2027-12-31,2027-01-01,", "ends before it begins"],
  ["a number that is none", "Ada,Lindqvist,ada@example.org,Friend,,2027-12-31,12", "has no member number '12'"],
  ["too few cells", "Ada", "has no last name of at most 50 letters"],
])("a line with %s is named", (_, line, problem) => {
  expect(read(line)).toEqual({ rows: [], problems: [{ line: 2, problem }] });
});

test("a number on two lines is an error on the second, and a person on two lines is a duplicate", () => {
  const { rows, problems } = read(
    "Ada,Lindqvist,ada@example.org,Friend,,2027-12-31,1001",
    "Bo,Berg,bo@example.org,Friend,,2027-12-31,10-01",
    "Ada,Lindqvist,ADA@example.org,Friend,,2028-12-31,",
  );
  expect(problems).toEqual([{ line: 3, problem: "has the same number as line 2" }]);
  expect([...repeatedLines(rows)]).toEqual([[4, 2]]);
});

test("rows beyond the places that a level has left are named, and rows of a level without a limit are not", () => {
  const { rows } = read(
    ...["a", "b", "c"].map((name) => `Ada,Lindqvist,${name}@example.org,Friend,,2027-12-31,`),
    "Bo,Berg,bo@example.org,friend,,2027-12-31,",
  );
  expect(rowsBeyondPlaces(rows, [{ level: "id-Friend", places: 3 }])).toEqual([
    { line: 5, problem: "exceeds the places that 'Friend' has left: 3" },
  ]);
  expect(rowsBeyondPlaces(rows, [{ level: "id-Friend", places: 4 }])).toEqual([]);
  expect(rowsBeyondPlaces(rows, [{ level: "id-Friend", places: 0 }])).toHaveLength(4);
  expect(rowsBeyondPlaces(rows, [{ level: "id-Friend", places: null }])).toEqual([]);
});
