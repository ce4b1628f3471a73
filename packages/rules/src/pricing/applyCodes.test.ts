import { describe, expect, test } from "vitest";
import { testDiscount } from "../../test/testDiscount.ts";
import type { CheckoutRule } from "./checkoutRules.ts";
import { normalizeCode, type CodesInput, type CodeSnapshot } from "./codes.ts";
import { checkCodes, applyCodes, type CodeContext, type CodeInCart } from "./applyCodes.ts";
import type { Discount, DiscountedTicket } from "./discounts.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const adult: DiscountedTicket = {
  event_template_id: "visit",
  ticket_group_id: "general",
  ticket_type_id: "adult",
  handler: "tickets",
  start_datetime: null,
  timezone: "UTC",
  fee_fixed_outside: 0,
  fee_percent_outside: 0,
  face_value: 2000,
};
const discount = (id: string, code_group_ids: string[], percent: number, more: Partial<Discount> = {}): Discount =>
  testDiscount({ id, code_group_ids, benefit: { percent: percent * 100 }, ...more });
const code = (text: string, code_group_id = text, more: Partial<CodeSnapshot> = {}): CodeSnapshot => ({
  id: `${text} id`,
  code_group_id,
  activates: [],
  normalized: normalizeCode(text),
  valid_from: null,
  valid_to: null,
  max_uses: -1,
  used: 0,
  retired: false,
  ...more,
});
const inCart = (one: CodeSnapshot, is_applied = true): CodeInCart => ({ ...one, is_applied });
const rule: CheckoutRule = {
  id: "rule",
  description: "Needs a code.",
  blocks: "checkout",
  code_group_id: "friends",
  conditions: [{ min: 1 }],
};
const context = (more: Partial<CodeContext> = {}): CodeContext => ({
  now,
  rules: [],
  discounts: [discount("ten", ["welcome"], 10), discount("half", ["school"], 50, { stacking: "alone" })],
  step: 1,
  activeDiscounts: new Set(),
  canUse: () => true,
  ...more,
});

describe("a gift code takes off what it is worth", () => {
  const gift = inCart(code("GIFT", "gifts", { max_uses: 1, gift_worth: 9500 }), false);
  const level = (ticket_group_id: string, face_value: number): DiscountedTicket => ({
    ...adult,
    ticket_group_id,
    handler: "membership",
    face_value,
  });
  const free = discount("free", ["gifts"], 100);
  test.each<[string, DiscountedTicket[], Discount[], number[]]>([
    ["the level given is free", [level("individual", 9500)], [free], [0]],
    ["a dearer level costs the difference", [level("family", 16_000)], [free], [6500]],
    ["a dearer level of two people costs it together", [level("f", 12_000), level("f", 4000)], [free], [4875, 1625]],
    ["a cheaper level is free", [level("student", 5000)], [free], [0]],
    ["two discounts share it", [level("family", 16_000)], [discount("half", ["gifts"], 50), free], [6500]],
    [
      "a level outside of the seller's discount has its full price",
      [level("family", 16_000)],
      [{ ...free, scopes: [{ ticket_group_ids: ["individual"] }] }],
      [16_000],
    ],
  ])("a gift code takes off what it is worth: %s", (_, tickets, discounts, prices) =>
    expect(applyCodes(tickets, [gift], context({ discounts })).prices).toEqual(prices),
  );
});

describe("prices and codes in effect", () => {
  const pricesAndCodes = (codes: CodeInCart[], more: Partial<CodeContext> = {}, tickets = [adult]) => {
    const { prices, is_applied } = applyCodes(tickets, codes, context(more));
    return [prices[0], ...is_applied];
  };
  const welcome = code("welcome");
  const school = code("school");
  test.each<[string, unknown[], unknown[]]>([
    ["no code leaves the price", pricesAndCodes([]), [2000]],
    ["a code for a discount lowers the price", pricesAndCodes([inCart(welcome)]), [1800, "welcome id"]],
    [
      "a code that lifts a rule is in effect",
      pricesAndCodes([inCart(code("friends"))], { rules: [rule] }),
      [2000, "friends id"],
    ],
    ["a code whose rule is not triggered has no effect", pricesAndCodes([inCart(code("friends"))]), [2000]],
    [
      "a code replaced by a better one has no effect",
      pricesAndCodes([inCart(welcome), inCart(school)]),
      [1000, "school id"],
    ],
    [
      "the first of two codes for one discount is used",
      pricesAndCodes([inCart(welcome), inCart(code("hello", "welcome"))]),
      [1800, "welcome id"],
    ],
    [
      "a code that activates another group is in effect",
      pricesAndCodes([inCart(code("teacher", "staff", { activates: ["school"] }))]),
      [1000, "teacher id"],
    ],
    ["a retired code has no effect", pricesAndCodes([inCart({ ...welcome, retired: true })]), [2000]],
    [
      "an applied code stays in effect after it has expired",
      pricesAndCodes([inCart(code("welcome", "welcome", { valid_to: "2026-11-01T00:00:00Z" }))]),
      [1800, "welcome id"],
    ],
    [
      "a waiting code that has expired has no effect",
      pricesAndCodes([inCart(code("welcome", "welcome", { valid_to: "2026-11-01T00:00:00Z" }), false)]),
      [2000],
    ],
    ["a waiting code with a use left takes effect", pricesAndCodes([inCart(welcome, false)]), [1800, "welcome id"]],
    [
      "a waiting code that others have used up has no effect",
      pricesAndCodes([inCart({ ...welcome, max_uses: 1, used: 1 }, false)]),
      [2000],
    ],
    [
      "an applied code keeps its own use",
      pricesAndCodes([inCart({ ...welcome, max_uses: 1, used: 1 })]),
      [1800, "welcome id"],
    ],
    [
      "a waiting code that this buyer has used up has no effect",
      pricesAndCodes([inCart(welcome, false)], { canUse: () => false }),
      [2000],
    ],
    ["an empty cart has no prices", pricesAndCodes([inCart(welcome)], {}, []), [undefined]],
  ])("%s", (_, actual, expected) => expect(actual).toEqual(expected));

  test.each([
    ["that has ended does not apply", new Set<string>(), 2000],
    ["that ended while the cart had it still applies", new Set(["early"]), 1800],
  ])("a discount %s", (_, before, price) => {
    const discounts = [discount("early", [], 10, { valid_to: "2026-11-21T11:59:59Z" })];
    expect(applyCodes([adult], [], context({ discounts, activeDiscounts: before })).prices).toEqual([price]);
  });
});

describe("entered codes", () => {
  const known = new Map(
    [
      code("welcome"),
      code("hello", "welcome"),
      code("school"),
      code("useless"),
      code("expired", "welcome", { valid_to: "2026-11-21T12:00:00Z" }),
      code("early", "welcome", { valid_from: "2026-12-01T05:00:00Z" }),
      code("withdrawn", "welcome", { valid_to: "2026-11-21T12:00:00Z", retired: true }),
      code("exhausted", "welcome", { max_uses: 2, used: 2 }),
      code("10002", "welcome"),
      code("resident", "welcome"),
    ].map((one) => [one.normalized, one]),
  );
  type Input = Partial<CodesInput> & { held?: CodeInCart[]; mayUse?: boolean };
  const check = ({ held = [], mayUse = true, ...given }: Input) => {
    const checked = checkCodes(
      { codes: [], preloaded: [], ...given },
      { tickets: [adult], inCart: held, known, context: context({ canUse: () => mayUse }) },
    );
    if (!("rejection" in checked)) return checked.codes.map(({ normalized }) => normalized);
    return [
      checked.rejection.code,
      checked.rejection.extra.code,
      ...(checked.second ? [checked.second.code, checked.second.extra.code] : []),
    ];
  };
  const refused = { onDuplicate: "refused" } as const;
  const welcome = inCart(code("welcome"));
  test.each<[string, Input, unknown[]]>([
    ["accepts a code with an effect, ignoring case and spaces", { codes: [" WELCOME "] }, ["welcome"]],
    ["refuses an unknown code", { codes: ["nonsense "] }, ["code_not_found", "nonsense"]],
    ["takes a wildcard as a plain character", { codes: ["welcom_"] }, ["code_not_found", "welcom_"]],
    ["refuses an expired code like an unknown one", { codes: ["expired"] }, ["code_not_found", "expired"]],
    ["refuses a used-up code", { codes: ["exhausted"] }, ["code_exhausted", "exhausted"]],
    [
      "refuses a code that this buyer has used up",
      { codes: ["welcome"], mayUse: false },
      ["code_exhausted", "welcome"],
    ],
    ["refuses a code without effect", { codes: ["useless"] }, ["no_code_benefit", "useless"]],
    [
      "accepts a code without effect if the effect is optional",
      { codes: ["useless"], benefit: "optional" },
      ["useless"],
    ],
    [
      "refuses an unknown code even if the effect is optional",
      { codes: ["nonsense"], benefit: "optional" },
      ["code_not_found", "nonsense"],
    ],
    ["refuses a second code for the same discount", { codes: ["welcome", "hello"] }, ["no_code_benefit", "hello"]],
    [
      "refuses a code that a better one of the request replaces",
      { codes: ["welcome", "school"] },
      ["no_code_benefit", "welcome"],
    ],
    ["accepts a better code beside the one in the cart", { codes: ["school"], held: [welcome] }, ["welcome", "school"]],
    ["ignores a code that is already in the cart", { codes: ["welcome"], held: [welcome] }, ["welcome"]],
    [
      "refuses a code that is already in the cart if duplicates are refused",
      { codes: ["Welcome "], held: [welcome], ...refused },
      ["duplicate_code", "Welcome"],
    ],
    [
      "refuses the same code twice in one request if duplicates are refused",
      { codes: ["welcome", "WELCOME "], ...refused },
      ["duplicate_code", "WELCOME"],
    ],
    [
      "reports a duplicate and an unknown code together",
      { codes: ["nonsense", "welcome"], held: [welcome], ...refused },
      ["duplicate_code", "welcome", "code_not_found", "nonsense"],
    ],
    [
      "adds the codes of a link that have an effect",
      { preloaded: ["nonsense", "exhausted", "expired", "useless", "welcome", "hello"] },
      ["welcome"],
    ],
    [
      "takes a postcode as its promo code",
      { codes: ["10001"], zipPromoCodes: new Map([["10001", "RESIDENT"]]) },
      ["resident"],
    ],
    [
      "ignores a postcode whose promo code is used up",
      { codes: ["10001"], zipPromoCodes: new Map([["10001", "exhausted"]]) },
      [],
    ],
    [
      "prefers a code to a postcode with the same text",
      { codes: ["10002"], zipPromoCodes: new Map([["10002", "useless"]]) },
      ["10002"],
    ],
    ["removes a code", { removedIds: ["welcome id"], held: [welcome] }, []],
    [
      "removes a code and adds it again",
      { removedIds: ["welcome id"], codes: ["welcome"], held: [welcome], ...refused },
      ["welcome"],
    ],
  ])("the check of entered codes %s", (_, input, expected) => expect(check(input)).toEqual(expected));

  test.each<[string, Input, Record<string, unknown>]>([
    ["has expired", { codes: ["expired"] }, { reason: "expired" }],
    ["is not valid yet", { codes: ["early"] }, { reason: "not_yet_valid", valid_from: "2026-12-01T05:00:00Z" }],
    ["was withdrawn, like an unknown one", { codes: ["withdrawn"] }, {}],
    ["is typed in part, like an unknown one", { codes: ["expire"] }, {}],
    [
      "loses to a better one in the cart",
      { codes: ["welcome"], held: [inCart(code("school"))] },
      { reason: "not_combinable" },
    ],
    ["loses to a better one of the same request", { codes: ["welcome", "school"] }, { reason: "not_combinable" }],
    ["is for the discount of another", { codes: ["hello"], held: [welcome] }, { reason: "not_combinable" }],
    ["applies to nothing", { codes: ["useless"], held: [inCart(code("school"))] }, {}],
  ])("gives the reason of a refused code that %s", (_, { held = [], ...given }, reason) => {
    const checked = checkCodes(
      { codes: [], preloaded: [], ...given },
      { tickets: [adult], inCart: held, known, context: context() },
    );
    expect(checked).toMatchObject({ rejection: { extra: { code: given.codes?.[0], ...reason } } });
    expect("rejection" in checked && Object.keys(checked.rejection.extra)).toEqual(["code", ...Object.keys(reason)]);
  });
});
