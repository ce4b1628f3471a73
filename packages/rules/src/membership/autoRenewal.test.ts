import { describe, expect, test } from "vitest";
import {
  actionAfterDecline,
  cardExpiresBefore,
  sellerRenewalPeriods,
  renewalSchedule,
  nextChargeAt,
  nextRenewalStep,
  defaultRenewalPeriods,
  type RenewalState,
} from "./autoRenewal.ts";

const zone = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);
const year = { valid_from: "2026-11-21T15:00:00Z", valid_to: "2027-11-21T15:00:00Z", timezone: zone };
const schedule = (plan: ReturnType<typeof renewalSchedule>) => ({
  ...plan,
  announce_at: plan.announce_at.toString(),
  due_at: plan.due_at.toString(),
});

describe("the schedule", () => {
  test.each([
    ["a year has the default periods", "2027-11-21T15:00:00Z", "2027-10-31T14:00:00Z", "2027-11-14T15:00:00Z", 14, 7],
    [
      "a month has a quarter for each period",
      "2026-12-21T15:00:00Z",
      "2026-12-07T15:00:00Z",
      "2026-12-14T15:00:00Z",
      7,
      7,
    ],
    ["a week has a day for each period", "2026-11-28T15:00:00Z", "2026-11-26T15:00:00Z", "2026-11-27T15:00:00Z", 1, 1],
    [
      "a day ends with the charge and has a day of grace",
      "2026-11-22T15:00:00Z",
      "2026-11-22T15:00:00Z",
      "2026-11-22T15:00:00Z",
      0,
      1,
    ],
  ])("the schedule of a term of %s", (_, valid_to, announce_at, due_at, notice, grace) =>
    expect(schedule(renewalSchedule({ ...year, valid_to }, defaultRenewalPeriods))).toEqual({
      announce_at,
      due_at,
      notice,
      grace,
    }),
  );
  test("never announces a term at the moment it begins", () => {
    for (const hours of [1, 20, 24, 100, 24 * 28, 24 * 400]) {
      const valid_to = at(year.valid_from).add({ hours }).toString();
      const { announce_at } = renewalSchedule({ ...year, valid_to }, { charge: 90, notice: 60, grace: 60 });
      expect(Temporal.Instant.compare(announce_at, at(year.valid_from))).toBe(1);
    }
  });
});

describe("days", () => {
  test.each([
    ["are the default without settings", undefined, defaultRenewalPeriods],
    [
      "are the seller's if set",
      { allowed_period: 60, charge_days: 3, notice_days: 30, grace_days: 0 },
      { charge: 3, notice: 30, grace: 0 },
    ],
    ["never charge before a renewal is allowed", { allowed_period: 2 }, { ...defaultRenewalPeriods, charge: 2 }],
    [
      "charge at the end if a renewal is allowed only afterwards",
      { allowed_period: -3 },
      { ...defaultRenewalPeriods, charge: 0 },
    ],
  ] as const)("the renewal periods %s", (_, renewal, days) =>
    expect(sellerRenewalPeriods(renewal ? { renewal } : {})).toEqual(days),
  );
});

test.each([
  [["card_declined", "insufficient_funds"], "again"],
  [["card_declined", "stolen_card"], "stop"],
  [["expired_card", null], "stop"],
  [["authentication_required", undefined], "ask"],
  [["card_declined", "authentication_required"], "ask"],
  [[undefined, null], "again"],
] as const)("the action after the declines %j is %s", (codes, action) =>
  expect(actionAfterDecline(codes)).toBe(action),
);

const price = { amount: 8000, currency: "USD" };
const announced = { at: "2027-10-31T14:00:00Z", ...price };
const renewal: RenewalState = {
  ...year,
  is_active: true,
  is_followed: false,
  is_sold: true,
  is_offered: true,
  is_disputed: false,
  method: { exp_month: 4, exp_year: 2030 },
  price,
  announced: announced,
  attempts: 0,
  last: null,
};
const declined = (moment: string, next: "again" | "stop" | "ask" = "again") => ({ at: moment, next });
const step = (change: Partial<RenewalState>, now: string, days = defaultRenewalPeriods) => {
  const found = nextRenewalStep({ ...renewal, ...change }, days, at(now));
  if (found.kind === "wait") return `wait ${found.until.toString()}`;
  if (found.kind === "announce") return `announce ${found.charge_at.toString()}`;
  if (found.kind === "charge") return `charge ${found.limit}`;
  return `${found.kind} ${found.reason}`;
};

describe("the next step", () => {
  test.each<[string, Partial<RenewalState>, string, string]>([
    ["waits until the announcement", { announced: null }, "2027-06-01T00:00:00Z", "wait 2027-10-31T14:00:00Z"],
    [
      "announces three weeks before the end",
      { announced: null },
      "2027-10-31T14:00:00Z",
      "announce 2027-11-14T15:00:00Z",
    ],
    [
      "announces a later charge if it announces late",
      { announced: null },
      "2027-11-20T15:00:00Z",
      "announce 2027-12-04T15:00:00Z",
    ],
    ["waits for the charge after the announcement", {}, "2027-11-01T00:00:00Z", "wait 2027-11-14T15:00:00Z"],
    ["charges a week before the end", {}, "2027-11-14T15:00:00Z", "charge 8000"],
    [
      "waits for the notice period after a late announcement",
      { announced: { ...announced, at: "2027-11-20T15:00:00Z" } },
      "2027-11-25T00:00:00Z",
      "wait 2027-12-04T15:00:00Z",
    ],
    [
      "charges after the notice period even if the term has ended",
      { announced: { ...announced, at: "2027-11-20T15:00:00Z" } },
      "2027-12-04T15:00:00Z",
      "charge 8000",
    ],
    [
      "announces a higher price again",
      { price: { ...price, amount: 9000 } },
      "2027-11-14T15:00:00Z",
      "announce 2027-11-28T15:00:00Z",
    ],
    [
      "charges no more than a lower price's announcement",
      { price: { ...price, amount: 7000 } },
      "2027-11-14T15:00:00Z",
      "charge 8000",
    ],
    [
      "announces again in another currency",
      { price: { ...price, currency: "EUR" } },
      "2027-11-14T15:00:00Z",
      "announce 2027-11-28T15:00:00Z",
    ],
  ])("an automatic renewal %s", (_, change, now, expected) => expect(step(change, now)).toBe(expected));

  test.each<[string, Partial<RenewalState>, string]>([
    ["ends for a refunded membership", { is_active: false }, "over taken_back"],
    ["ends after a manual renewal", { is_followed: true }, "over renewed"],
    ["stops if the level is no longer sold", { is_sold: false }, "stop level_gone"],
    ["stops if the seller no longer offers renewals", { is_offered: false }, "stop not_offered"],
    ["stops without a saved method", { method: undefined }, "stop no_method"],
    ["stops after a dispute", { is_disputed: true }, "stop disputed"],
    ["stops if the card has expired", { method: { exp_month: 10, exp_year: 2027 } }, "stop card_expired"],
    ["charges a card in its last month", { method: { exp_month: 11, exp_year: 2027 } }, "charge 8000"],
    ["charges a method without an expiry", { method: { exp_month: null, exp_year: null } }, "charge 8000"],
  ])("on the day of the charge the next step %s", (_, change, expected) =>
    expect(step(change, "2027-11-14T15:00:00Z")).toBe(expected),
  );
  test("waits before the announcement even if the renewal will stop", () => {
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
  ])("after attempt %i at %s, the step at %s is: %s", (attempts, last, now, expected) =>
    expect(step({ attempts, last: declined(last) }, now)).toBe(expected),
  );
  test.each<[string, "stop" | "ask", string, string]>([
    ["does not retry a stolen card", "stop", "2027-11-14T15:01:00Z", "stop declined"],
    [
      "waits for the payer until the end of the grace period if the bank requires them",
      "ask",
      "2027-11-14T15:01:00Z",
      "wait 2027-11-28T15:00:00Z",
    ],
    ["stops at the end of the grace period if the payer did not act", "ask", "2027-11-28T15:00:00Z", "stop declined"],
  ])("%s", (_, action, now, expected) =>
    expect(step({ attempts: 1, last: declined("2027-11-14T15:00:00Z", action) }, now)).toBe(expected),
  );
  test.each<[string, Partial<RenewalState>]>([
    ["never announced", { announced: null }],
    ["announced", {}],
    ["announced at another price", { price: { ...price, amount: 9000 } }],
  ])("the next step is not charged months late after the server was down: %s", (_, change) =>
    expect(step(change, "2028-03-01T00:00:00Z")).toBe("stop too_late"),
  );
});

test("a card's expiry is checked on the day of the charge", () => {
  const method = { exp_month: 10, exp_year: 2027 };
  expect(cardExpiresBefore({ method, timezone: zone }, at("2027-10-31T14:00:00Z"))).toBe(false);
  expect(cardExpiresBefore({ method, timezone: zone }, at("2027-11-01T14:00:00Z"))).toBe(true);
  expect(cardExpiresBefore({ method: undefined, timezone: zone }, at("2027-11-01T14:00:00Z"))).toBe(false);
});

describe("the next charge", () => {
  const last = { at: "2027-11-14T15:00:00Z", next: "again" as const };
  test.each<[string, Partial<RenewalState>, string, string | undefined]>([
    [
      "is due a week before the end until it is announced",
      { announced: null },
      "2027-06-01T00:00:00Z",
      "2027-11-14T15:00:00Z",
    ],
    ["is later if it is announced late", { announced: null }, "2027-11-20T15:00:00Z", "2027-12-04T15:00:00Z"],
    ["is on the announced day", {}, "2027-11-01T00:00:00Z", "2027-11-14T15:00:00Z"],
    ["is now on that day", {}, "2027-11-14T15:00:00Z", "2027-11-14T15:00:00Z"],
    ["is the next attempt after a decline", { last, attempts: 1 }, "2027-11-15T00:00:00Z", "2027-11-15T15:00:00Z"],
    [
      "is none while the payer has to confirm",
      { last: { ...last, next: "ask" }, attempts: 1 },
      "2027-11-15T00:00:00Z",
      undefined,
    ],
    ["is none once it is renewed", { is_followed: true }, "2027-11-01T00:00:00Z", undefined],
    ["is none without a saved method", { method: undefined }, "2027-11-01T00:00:00Z", undefined],
  ])("%s", (_, change, now, expected) =>
    expect(nextChargeAt({ ...renewal, ...change }, defaultRenewalPeriods, at(now))?.toString()).toBe(expected),
  );
});
