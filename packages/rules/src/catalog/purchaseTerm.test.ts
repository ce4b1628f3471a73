import { expect, test } from "vitest";
import { purchaseTerm } from "./purchaseTerm.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const rule = { start_policy: null, start_policy_date: null, duration_new: "P1Y" } as const;
const summer = "2027-06-01T04:00:00Z";

test.each([
  ["a year from now", rule, "2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"],
  [
    "a year from a day, across the clock change",
    { ...rule, start_policy: "fixedfrom" as const, start_policy_date: summer, duration_new: "P6M" },
    summer,
    "2027-12-01T05:00:00Z",
  ],
  [
    "to a day, a month long",
    { ...rule, start_policy: "fixedto" as const, start_policy_date: summer, duration_new: "P1M" },
    "2027-05-01T04:00:00Z",
    summer,
  ],
  [
    "to a day, from now",
    { ...rule, start_policy: "fixedto" as const, start_policy_date: summer, duration_new: null },
    "2026-11-21T12:00:00Z",
    summer,
  ],
  ["without end", { ...rule, duration_new: null }, "2026-11-21T12:00:00Z", null],
])("%s", (_, policy, valid_from, valid_to) =>
  expect(purchaseTerm(policy, now, "America/New_York")).toEqual({ valid_from, valid_to }),
);
