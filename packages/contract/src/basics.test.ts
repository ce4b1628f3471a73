import { describe, expect, test } from "vitest";
import { Day, Instant } from "./basics.ts";

describe("days", () => {
  test.each(["2026-11-21", "2028-02-29", "2026-12-31", "2000-02-29", "9999-12-31"])("accepts %s", (day) =>
    expect(Day.safeParse(day).success).toBe(true),
  );
  test.each([
    "2026-02-29",
    "2026-02-30",
    "2026-04-31",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "0000-01-01",
    "2026-1-1",
    "20261121",
    "2026-11-21T00:00:00Z",
    " 2026-11-21",
    "2026-11-21\n",
    "",
  ])("refuses %j", (day) => expect(Day.safeParse(day).success).toBe(false));
});

describe("instants", () => {
  test.each(["2026-11-21T17:00:00Z", "2026-11-21T23:59:59.123456Z", "2028-02-29T00:00:00Z"])("accepts %s", (instant) =>
    expect(Instant.safeParse(instant).success).toBe(true),
  );
  test.each([
    "2026-02-30T00:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T12:60:00Z",
    "2026-11-21T12:00:60Z",
    "2026-11-21T12:00:00",
    "2026-11-21T12:00:00+00:00",
    "2026-11-21 12:00:00Z",
    "2026-11-21T12:00:00.1234567Z",
    "2026-11-21",
    "infinity",
  ])("refuses %j", (instant) => expect(Instant.safeParse(instant).success).toBe(false));
});
