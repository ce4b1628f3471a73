import { describe, expect, test } from "vitest";
import {
  actionAfterDecline,
  cardExpiresBefore,
  sellerRenewalPeriods,
  renewalSchedule,
  nextRenewalStep,
  defaultRenewalPeriods,
  type RenewalState,
} from "./autoRenewal.ts";

const zone = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);
const year = { valid_from: "2026-11-21T15:00:00Z", valid_to: "2027-11-21T15:00:00Z", timezone: zone };
const said = (plan: ReturnType<typeof renewalSchedule>) => ({
  ...plan,
  announce_at: plan.announce_at.toString(),
  due_at: plan.due_at.toString(),
});

describe("when what is due", () => {
  test.each([
    ["a year", "2027-11-21T15:00:00Z", "2027-10-31T14:00:00Z", "2027-11-14T15:00:00Z", 14, 7],
    ["a month: a quarter for each", "2026-12-21T15:00:00Z", "2026-12-07T15:00:00Z", "2026-12-14T15:00:00Z", 7, 7],
    ["a week: a day for each", "2026-11-28T15:00:00Z", "2026-11-26T15:00:00Z", "2026-11-27T15:00:00Z", 1, 1],
    [
      "a day: at its end, and a day of grace",
      "2026-11-22T15:00:00Z",
      "2026-11-22T15:00:00Z",
      "2026-11-22T15:00:00Z",
      0,
      1,
    ],
  ])("of a term of %s", (_, valid_to, announce_at, due_at, notice, grace) =>
    expect(said(renewalSchedule({ ...year, valid_to }, defaultRenewalPeriods))).toEqual({
      announce_at,
      due_at,
      notice,
      grace,
    }),
  );
  test("what is charged begins after its own begin, so that no term renews itself at once", () => {
    for (const hours of [1, 20, 24, 100, 24 * 28, 24 * 400]) {
      const valid_to = at(year.valid_from).add({ hours }).toString();
      const { announce_at } = renewalSchedule({ ...year, valid_to }, { charge: 90, notice: 60, grace: 60 });
      expect(Temporal.Instant.compare(announce_at, at(year.valid_from))).toBe(1);
    }
  });
});

describe("days", () => {
  test.each([
    ["as usual", undefined, defaultRenewalPeriods],
    [
      "as the seller says",
      { allowed_period: 60, charge_days: 3, notice_days: 30, grace_days: 0 },
      { charge: 3, notice: 30, grace: 0 },
    ],
    ["never before it may be renewed", { allowed_period: 2 }, { ...defaultRenewalPeriods, charge: 2 }],
    ["where it may be renewed only after its end", { allowed_period: -3 }, { ...defaultRenewalPeriods, charge: 0 }],
  ] as const)("%s", (_, renewal, days) => expect(sellerRenewalPeriods(renewal ? { renewal } : {})).toEqual(days));
});

test.each([
  [["card_declined", "insufficient_funds"], "again"],
  [["card_declined", "stolen_card"], "stop"],
  [["expired_card", null], "stop"],
  [["authentication_required", undefined], "ask"],
  [["card_declined", "authentication_required"], "ask"],
  [[undefined, null], "again"],
] as const)("after %j: %s", (codes, then) => expect(actionAfterDecline(codes)).toBe(then));

const price = { amount: 8000, currency: "USD" };
const told = { at: "2027-10-31T14:00:00Z", ...price };
const facts: RenewalState = {
  ...year,
  is_active: true,
  is_followed: false,
  is_sold: true,
  is_offered: true,
  is_disputed: false,
  method: { exp_month: 4, exp_year: 2030 },
  price,
  announced: told,
  attempts: 0,
  last: null,
};
const declined = (moment: string, next: "again" | "stop" | "ask" = "again") => ({ at: moment, next });
const step = (some: Partial<RenewalState>, now: string, days = defaultRenewalPeriods) => {
  const found = nextRenewalStep({ ...facts, ...some }, days, at(now));
  if (found.kind === "wait") return `wait ${found.until.toString()}`;
  if (found.kind === "announce") return `announce ${found.charge_at.toString()}`;
  if (found.kind === "charge") return `charge ${found.limit}`;
  return `${found.kind} ${found.reason}`;
};

describe("what is to be done", () => {
  test.each<[string, Partial<RenewalState>, string, string]>([
    ["long before: nothing", { announced: null }, "2027-06-01T00:00:00Z", "wait 2027-10-31T14:00:00Z"],
    ["three weeks before: told", { announced: null }, "2027-10-31T14:00:00Z", "announce 2027-11-14T15:00:00Z"],
    [
      "told late: charged later, after its notice",
      { announced: null },
      "2027-11-20T15:00:00Z",
      "announce 2027-12-04T15:00:00Z",
    ],
    ["told: nothing until it is due", {}, "2027-11-01T00:00:00Z", "wait 2027-11-14T15:00:00Z"],
    ["a week before the end: charged", {}, "2027-11-14T15:00:00Z", "charge 8000"],
    [
      "told late: not charged before",
      { announced: { ...told, at: "2027-11-20T15:00:00Z" } },
      "2027-11-25T00:00:00Z",
      "wait 2027-12-04T15:00:00Z",
    ],
    [
      "told late: charged then, though the term is over",
      { announced: { ...told, at: "2027-11-20T15:00:00Z" } },
      "2027-12-04T15:00:00Z",
      "charge 8000",
    ],
    [
      "a price that went up: told anew",
      { price: { ...price, amount: 9000 } },
      "2027-11-14T15:00:00Z",
      "announce 2027-11-28T15:00:00Z",
    ],
    [
      "a price that went down: at most what was told",
      { price: { ...price, amount: 7000 } },
      "2027-11-14T15:00:00Z",
      "charge 8000",
    ],
    [
      "another currency: told anew",
      { price: { ...price, currency: "EUR" } },
      "2027-11-14T15:00:00Z",
      "announce 2027-11-28T15:00:00Z",
    ],
  ])("%s", (_, some, now, expected) => expect(step(some, now)).toBe(expected));

  test.each<[string, Partial<RenewalState>, string]>([
    ["taken back", { is_active: false }, "over taken_back"],
    ["renewed by hand", { is_followed: true }, "over renewed"],
    ["a level that is gone", { is_sold: false }, "stop level_gone"],
    ["a seller who has it no more", { is_offered: false }, "stop not_offered"],
    ["nothing that could be saved", { method: undefined }, "stop no_method"],
    ["a dispute", { is_disputed: true }, "stop disputed"],
    ["a card that has expired", { method: { exp_month: 10, exp_year: 2027 } }, "stop card_expired"],
    ["a card in its last month", { method: { exp_month: 11, exp_year: 2027 } }, "charge 8000"],
    ["a method without an end", { method: { exp_month: null, exp_year: null } }, "charge 8000"],
  ])("%s, on the day: never charged but when it may", (_, some, expected) =>
    expect(step(some, "2027-11-14T15:00:00Z")).toBe(expected),
  );
  test("what is over, or stops, is no matter before it is time", () => {
    expect(step({ is_sold: false }, "2027-06-01T00:00:00Z")).toBe("wait 2027-10-31T14:00:00Z");
    expect(step({ is_active: false }, "2027-06-01T00:00:00Z")).toBe("over taken_back");
  });

  test.each<[number, string, string, string]>([
    [1, "2027-11-14T15:00:00Z", "2027-11-15T14:00:00Z", "wait 2027-11-15T15:00:00Z"],
    [1, "2027-11-14T15:00:00Z", "2027-11-15T15:00:00Z", "charge 8000"],
    [2, "2027-11-15T15:00:00Z", "2027-11-15T15:01:00Z", "wait 2027-11-18T15:00:00Z"],
    [3, "2027-11-18T15:00:00Z", "2027-11-23T15:00:00Z", "charge 8000"],
    [4, "2027-11-23T15:00:00Z", "2027-11-23T15:01:00Z", "wait 2027-11-28T15:00:00Z"],
    [5, "2027-11-28T15:00:00Z", "2027-11-28T15:01:00Z", "stop declined"],
    [4, "2027-11-24T15:00:00Z", "2027-11-24T15:01:00Z", "stop declined"],
  ])("after try %i at %s, at %s: %s", (attempts, last, now, expected) =>
    expect(step({ attempts, last: declined(last) }, now)).toBe(expected),
  );
  test.each<[string, "stop" | "ask", string, string]>([
    ["a card that was stolen is not asked again", "stop", "2027-11-14T15:01:00Z", "stop declined"],
    [
      "whose bank wants to see them has until the end of the grace",
      "ask",
      "2027-11-14T15:01:00Z",
      "wait 2027-11-28T15:00:00Z",
    ],
    ["and then no longer", "ask", "2027-11-28T15:00:00Z", "stop declined"],
  ])("%s", (_, then, now, expected) =>
    expect(step({ attempts: 1, last: declined("2027-11-14T15:00:00Z", then) }, now)).toBe(expected),
  );
  test.each<[string, Partial<RenewalState>]>([
    ["never told", { announced: null }],
    ["told", {}],
    ["told another price", { price: { ...price, amount: 9000 } }],
  ])("nobody is charged months after the end because the house was closed: %s", (_, some) =>
    expect(step(some, "2028-03-01T00:00:00Z")).toBe("stop too_late"),
  );
});

test("whether a card will have expired is said of the day on which it is charged", () => {
  const method = { exp_month: 10, exp_year: 2027 };
  expect(cardExpiresBefore({ method, timezone: zone }, at("2027-10-31T14:00:00Z"))).toBe(false);
  expect(cardExpiresBefore({ method, timezone: zone }, at("2027-11-01T14:00:00Z"))).toBe(true);
  expect(cardExpiresBefore({ method: undefined, timezone: zone }, at("2027-11-01T14:00:00Z"))).toBe(false);
});
