import { describe, expect, test } from "vitest";
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
const discount = (id: string, code_group_ids: string[], percent: number, more: Partial<Discount> = {}): Discount => ({
  id,
  code_group_ids,
  benefit: { percent: percent * 100 },
  per: "ticket",
  scopes: [],
  min_tickets: 1,
  max_tickets: -1,
  valid_from: null,
  valid_to: null,
  visit_from: null,
  visit_until: null,
  stacking: "with_others",
  ...more,
});
const code = (text: string, code_group_id = text, more: Partial<CodeSnapshot> = {}): CodeSnapshot => ({
  id: `${text} id`,
  code_group_id,
  activates: [],
  folded: normalizeCode(text),
  valid_from: null,
  valid_to: null,
  max_uses: -1,
  used: 0,
  retired: false,
  ...more,
});
const inCart = (one: CodeSnapshot, at_work = true): CodeInCart => ({ ...one, at_work });
const rule: CheckoutRule = {
  id: "word",
  description: "For those who know the word.",
  blocks: "checkout",
  code_group_id: "friends",
  conditions: [{ min: 1 }],
};
const desk = (more: Partial<CodeContext> = {}): CodeContext => ({
  now,
  rules: [],
  discounts: [discount("ten", ["welcome"], 10), discount("half", ["school"], 50, { stacking: "alone" })],
  activeDiscounts: new Set(),
  canUse: () => true,
  ...more,
});

describe("codes that a cart has", () => {
  const settle = (codes: CodeInCart[], more: Partial<CodeContext> = {}, tickets = [adult]) => {
    const { prices, at_work } = applyCodes(tickets, codes, desk(more));
    return [prices[0], ...at_work];
  };
  const welcome = code("welcome");
  const school = code("school");
  test.each<[string, unknown[], unknown[]]>([
    ["none", settle([]), [2000]],
    ["one that lowers the price", settle([inCart(welcome)]), [1800, "welcome id"]],
    ["one that lifts a rule", settle([inCart(code("friends"))], { rules: [rule] }), [2000, "friends id"]],
    ["one whose rule is not in force", settle([inCart(code("friends"))]), [2000]],
    ["one that a better one leaves nothing to", settle([inCart(welcome), inCart(school)]), [1000, "school id"]],
    ["two for one thing: the first", settle([inCart(welcome), inCart(code("hello", "welcome"))]), [1800, "welcome id"]],
    [
      "one that opens another group",
      settle([inCart(code("teacher", "staff", { activates: ["school"] }))]),
      [1000, "teacher id"],
    ],
    ["one that was taken out of the catalogue", settle([inCart({ ...welcome, retired: true })]), [2000]],
    [
      "at work, though it is over by now",
      settle([inCart(code("welcome", "welcome", { valid_to: "2026-11-01T00:00:00Z" }))]),
      [1800, "welcome id"],
    ],
    [
      "waiting, and over by now",
      settle([inCart(code("welcome", "welcome", { valid_to: "2026-11-01T00:00:00Z" }), false)]),
      [2000],
    ],
    ["waiting, and there is a use of it", settle([inCart(welcome, false)]), [1800, "welcome id"]],
    ["waiting, and used up by others", settle([inCart({ ...welcome, max_uses: 1, used: 1 }, false)]), [2000]],
    ["at work: its use is its own", settle([inCart({ ...welcome, max_uses: 1, used: 1 })]), [1800, "welcome id"]],
    ["waiting, and used up by this buyer", settle([inCart(welcome, false)], { canUse: () => false }), [2000]],
    ["nothing in the cart", settle([inCart(welcome)], {}, []), [undefined]],
  ])("%s", (_, answer, expected) => expect(answer).toEqual(expected));

  test.each([
    ["whose time is over", new Set<string>(), 2000],
    ["whose time ended while the cart had it", new Set(["early"]), 1800],
  ])("a discount %s", (_, before, price) => {
    const discounts = [discount("early", [], 10, { valid_to: "2026-11-21T11:59:59Z" })];
    expect(applyCodes([adult], [], desk({ discounts, activeDiscounts: before })).prices).toEqual([price]);
  });
});

describe("codes that are entered", () => {
  const known = new Map(
    [
      code("welcome"),
      code("hello", "welcome"),
      code("school"),
      code("nothing"),
      code("over", "welcome", { valid_to: "2026-11-21T12:00:00Z" }),
      code("gone", "welcome", { max_uses: 2, used: 2 }),
      code("10002", "welcome"),
      code("resident", "welcome"),
    ].map((one) => [one.folded, one]),
  );
  type Wish = Partial<CodesInput> & { has?: CodeInCart[]; mayUse?: boolean };
  const judge = ({ has = [], mayUse = true, ...given }: Wish) => {
    const said = checkCodes(
      { codes: [], preloaded: [], ...given },
      { tickets: [adult], has, known, desk: desk({ canUse: () => mayUse }) },
    );
    if (!("rejection" in said)) return said.codes.map(({ folded }) => folded);
    return [
      said.rejection.code,
      said.rejection.extra.code,
      ...(said.also ? [said.also.code, said.also.extra.code] : []),
    ];
  };
  const refused = { onDuplicate: "refused" } as const;
  const welcome = inCart(code("welcome"));
  test.each<[string, Wish, unknown[]]>([
    ["one that helps", { codes: [" WELCOME "] }, ["welcome"]],
    ["one that is unknown", { codes: ["nonsense "] }, ["code_not_found", "nonsense"]],
    ["a wildcard is a letter like any other", { codes: ["welcom_"] }, ["code_not_found", "welcom_"]],
    ["one that is over", { codes: ["over"] }, ["code_not_found", "over"]],
    ["one that is used up", { codes: ["gone"] }, ["code_exhausted", "gone"]],
    ["one that this buyer used up", { codes: ["welcome"], mayUse: false }, ["code_exhausted", "welcome"]],
    ["one that does nothing", { codes: ["nothing"] }, ["no_code_benefit", "nothing"]],
    ["one that does nothing, and need not", { codes: ["nothing"], benefit: "optional" }, ["nothing"]],
    [
      "one that is unknown, and need not help",
      { codes: ["nonsense"], benefit: "optional" },
      ["code_not_found", "nonsense"],
    ],
    ["a second one for the same thing", { codes: ["welcome", "hello"] }, ["no_code_benefit", "hello"]],
    ["two of which the second is better alone", { codes: ["welcome", "school"] }, ["no_code_benefit", "welcome"]],
    ["a better one beside what is there", { codes: ["school"], has: [welcome] }, ["welcome", "school"]],
    ["one that is there already", { codes: ["welcome"], has: [welcome] }, ["welcome"]],
    [
      "one that is there already, refused",
      { codes: ["Welcome "], has: [welcome], ...refused },
      ["duplicate_code", "Welcome"],
    ],
    ["the same twice, refused", { codes: ["welcome", "WELCOME "], ...refused }, ["duplicate_code", "WELCOME"]],
    [
      "one that is there and one that is unknown",
      { codes: ["nonsense", "welcome"], has: [welcome], ...refused },
      ["duplicate_code", "welcome", "code_not_found", "nonsense"],
    ],
    [
      "from a link: what helps",
      { preloaded: ["nonsense", "gone", "over", "nothing", "welcome", "hello"] },
      ["welcome"],
    ],
    [
      "a post code stands for its code",
      { codes: ["10001"], zipPromoCodes: new Map([["10001", "RESIDENT"]]) },
      ["resident"],
    ],
    [
      "a post code that stands for nothing good says nothing",
      { codes: ["10001"], zipPromoCodes: new Map([["10001", "gone"]]) },
      [],
    ],
    [
      "a code that looks like a post code is a code",
      { codes: ["10002"], zipPromoCodes: new Map([["10002", "nothing"]]) },
      ["10002"],
    ],
    ["one leaves", { removedIds: ["welcome id"], has: [welcome] }, []],
    [
      "one leaves and comes again",
      { removedIds: ["welcome id"], codes: ["welcome"], has: [welcome], ...refused },
      ["welcome"],
    ],
  ])("%s", (_, wish, answer) => expect(judge(wish)).toEqual(answer));
});
