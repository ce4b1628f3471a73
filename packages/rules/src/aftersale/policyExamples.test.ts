import { describe, expect, test } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { changePolicyOf } from "./changePolicy.ts";
import { policyExamples, sampleDaysAhead } from "./policyExamples.ts";

const now = Temporal.Instant.from("2026-11-20T10:00:00Z");
const order = {
  tickets: 2,
  price: 2000,
  dearer: 2500,
  start: "2026-12-05T14:00:00Z",
  zone: "Europe/London",
  currency: "GBP",
  step: 1,
} as const;
const examplesOf = (rules: Partial<SelfEdit>) =>
  policyExamples(changePolicyOf({ enabled: true, anon_editing: true, ...rules }, { category: null }), order, now);

describe("the sample order of two tickets at 20.00", () => {
  test.each<[string, Partial<SelfEdit>, { fee: number; refund: number; gift_card: number; bonus: number }[]]>([
    ["without a fee", {}, [{ fee: 0, refund: 4000, gift_card: 0, bonus: 0 }]],
    [
      "with a fee for each ticket",
      { cancel_fee: { fixed: "3.00" } },
      [{ fee: 600, refund: 3400, gift_card: 0, bonus: 0 }],
    ],
    ["with a share", { cancel_fee: { percent: 12.5 } }, [{ fee: 500, refund: 3500, gift_card: 0, bonus: 0 }]],
    [
      "with a fee above the price",
      { cancel_fee: { fixed: "99.00" } },
      [{ fee: 4000, refund: 0, gift_card: 0, bonus: 0 }],
    ],
    [
      "as a gift card with a bonus",
      { refund_to: "gift_card", gift_card_bonus: 10 },
      [{ fee: 0, refund: 0, gift_card: 4400, bonus: 400 }],
    ],
    [
      "as the buyer chooses",
      { refund_to: "choice", gift_card_bonus: 10 },
      [
        { fee: 0, refund: 4000, gift_card: 0, bonus: 0 },
        { fee: 0, refund: 0, gift_card: 4400, bonus: 400 },
      ],
    ],
    ["where tickets cannot be cancelled", { allow: ["reschedule"] }, []],
    ["where nothing is offered online", { enabled: false }, []],
  ])("is cancelled: %s", (_, rules, expected) =>
    expect(
      examplesOf(rules).cancelled.map(({ fee, refund, gift_card, bonus }) => ({ fee, refund, gift_card, bonus })),
    ).toEqual(expected),
  );

  test("is moved: the fee is kept, and a dearer session is paid up", () => {
    const { moved } = examplesOf({ change_fee: { fixed: "1.50" } });
    expect(moved?.same).toMatchObject({ fee: 300, due: 300, refund: 0 });
    expect(moved?.dearer).toMatchObject({ fee: 300, due: 1300, refund: 0 });
    expect(examplesOf({ allow: ["cancel"] }).moved).toBeNull();
  });

  test("says until when, on the venue's clock", () => {
    expect(examplesOf({ horizon_days: 2 }).member.until).toBe("2026-12-04T00:00:00Z");
    expect(examplesOf({ horizon_hours: 24 }).member.until).toBe("2026-12-04T14:00:00.001Z");
    expect(examplesOf({}).member.until).toBe("2026-12-05T14:00:00Z");
  });

  test("is left alone by a guest where a login is needed", () => {
    const { guest, member } = examplesOf({ anon_editing: false });
    expect(guest).toEqual({ actions: [], until: null });
    expect(member.actions).toEqual(["cancel", "reschedule", "exchange", "names"]);
  });
});

test.each<[string, Partial<SelfEdit>, number]>([
  ["without a deadline", {}, 14],
  ["with a deadline of 13 days", { horizon_days: 13 }, 14],
  ["with a deadline of 14 days", { horizon_days: 14 }, 28],
  ["with a deadline of 30 days", { horizon_days: 30 }, 44],
  ["with a deadline in hours", { horizon_days: 2, horizon_hours: 700 }, 44],
])("the sample order %s is for a session before which changes are possible", (_, rules, days) => {
  const policy = changePolicyOf({ enabled: true, anon_editing: true, ...rules }, { category: null });
  expect(sampleDaysAhead(policy)).toBe(days);
  const start = now.add({ hours: 24 * days }).toString();
  expect(policyExamples(policy, { ...order, start }, now).member.actions).not.toEqual([]);
});
