import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../settings.ts";
import { daysOf, periods, retentionKinds } from "./periods.ts";

describe("RETENTION_DAYS", () => {
  test("sets periods by kind", () => {
    expect(readSettings({ RETENTION_DAYS: "carts=14, emails=60" }).RETENTION_DAYS).toEqual({ carts: 14, emails: 60 });
  });

  test.each([
    ["orders=30", /'orders=30' is not KIND=DAYS/],
    ["constructor=30", /'constructor=30' is not KIND=DAYS/],
    ["carts", /'carts' is not KIND=DAYS/],
    ["carts=-1", /'carts=-1' is not KIND=DAYS/],
    ["carts=0", /carts is kept for 1 to 3650 days/],
    ["carts=1,replies=0", /replies is kept for 1 to 3650 days/],
    ["emails=4000", /emails is kept for 7 to 3650 days/],
  ])("'%s' is refused at the start", (given, problem) => {
    expect(() => readSettings({ RETENTION_DAYS: given })).toThrow(problem);
  });
});

test.each([
  ["carts", {}, {}, 30],
  ["carts", { carts: 14 }, {}, 14],
  ["carts", { carts: 14 }, { carts: 5 }, 5],
  ["sessions", {}, { sessions: 5 }, 30],
] as const)(
  "%s, with %o by the operator and %o by the seller, are kept for the right time",
  (kind, operator, seller, days) => {
    expect(daysOf(kind, operator, seller)).toBe(days);
  },
);

test("docs/operations.md documents exactly these periods", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../../docs/operations.md"), "utf8");
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, kind, days]) => [kind, Number(days)]);
  expect(documented).toEqual(retentionKinds.map((kind) => [kind, periods[kind].days]));
});
