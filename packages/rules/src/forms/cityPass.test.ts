import { describe, expect, test } from "vitest";
import { isChildType, needsOtherVoucher, needsVoucher } from "./cityPass.ts";
import { checkVouchers, voucherProblems } from "./vouchers.ts";

const formats = { adult_regexp: "NYA\\d{4}", child_regexp: "NYC\\d{4}" };
const adult = (voucher: string) => ({ ticket_type_id: "a", type_name: "Adult", voucher });
const child = (voucher: string) => ({ ticket_type_id: "c", type_name: "Child (4–12)", voucher });

test.each([
  ["Child", undefined, true],
  ["CHILDREN under 6", undefined, true],
  ["Adult", undefined, false],
  ["Junior", ["junior", "kid"], true],
  ["Child", ["junior"], false],
  ["Adult", [" "], false],
])("%s with keywords %j", (name, keywords, is) => expect(isChildType(name, keywords)).toBe(is));

test.each([
  [{ citypass: true }, {}, true],
  [{}, { citypass: true }, true],
  [{ citypass: false }, { citypass: true }, false],
  [{}, {}, false],
])("a ticket of an event with %j of a seller with %j needs a voucher: %s", (event, web, needs) =>
  expect(needsVoucher({ handler: "tickets" }, event, web)).toBe(needs),
);

test.each([
  ["tickets", true],
  ["seated", true],
  ["passes", true],
  ["codes", true],
  ["donation", false],
  ["ledger", false],
  ["membership", false],
] as const)("what has the handler %s needs a voucher of a seller with city passes: %s", (handler, needs) =>
  expect(needsVoucher({ handler }, {}, { citypass: true })).toBe(needs),
);

test.each([
  ["an adult's", "Adult", "Child", true],
  ["a child's", "Child (4–12)", "Adult", true],
  ["an adult's", "Adult", "Senior", false],
  ["a child's", "Child", "School child", false],
])("%s ticket exchanged, %s for %s, needs another voucher: %s", (_, from, to, needs) => {
  expect(needsOtherVoucher(formats, { from, to })).toBe(needs);
  expect(needsOtherVoucher({ adult_regexp: "NY\\d{4}", child_regexp: "NY\\d{4}" }, { from, to })).toBe(false);
  expect(needsOtherVoucher(undefined, { from, to })).toBe(false);
});

describe("vouchers", () => {
  test.each([
    ["accepts each type's own pattern", [adult("NYA1234"), child("NYC1234")], []],
    ["ignores the case of letters", [adult("nya1234"), child("Nyc1234")], []],
    ["refuses the same voucher in another case", [adult("NYA1234"), adult("nya1234")], ["1 twice"]],
    ["ignores surrounding spaces", [adult("  NYA1234 ")], []],
    ["refuses an adult's voucher for a child", [child("NYA1234")], ["0 format"]],
    ["matches the whole voucher", [adult("NYA12345")], ["0 format"]],
    ["requires a voucher", [adult(" "), adult("NYA1234")], ["0 required"]],
    ["refuses the same voucher twice", [adult("NYA1234"), adult("NYA1234 ")], ["1 twice"]],
    ["refuses a voucher that is too long", [adult("N".repeat(36))], ["0 format"]],
  ])("the check of vouchers %s", (_, vouchers, problems) =>
    expect(voucherProblems(formats, vouchers).map(({ index, message }) => `${index} ${message}`)).toEqual(problems),
  );

  test("accepts any voucher without patterns", () => expect(voucherProblems(undefined, [adult("x")])).toEqual([]));
  test("accepts no voucher for an unsafe pattern", () =>
    expect(voucherProblems({ ...formats, adult_regexp: "(a+" }, [adult("NYA1234")])).toEqual([
      { index: 0, message: "format" },
    ]));
});

describe("the vouchers of a request", () => {
  const needed = [
    { ticket_type_id: "a", type_name: "Adult", quantity: 2 },
    { ticket_type_id: "c", type_name: "Child", quantity: 1 },
  ];
  const sent = (codes: string[], ticket_type_ids: string[]) =>
    checkVouchers(formats, needed, { codes, ticket_type_ids });

  test("the vouchers of a request are returned trimmed with their types", () =>
    expect(sent(["NYA1111", " NYC2222", "NYA3333"], ["a", "c", "a"])).toEqual({
      vouchers: [
        { ticket_type_id: "a", voucher: "NYA1111" },
        { ticket_type_id: "c", voucher: "NYC2222" },
        { ticket_type_id: "a", voucher: "NYA3333" },
      ],
      others: [],
    }));

  test("the vouchers of a request can be followed by other codes", () =>
    expect(sent(["NYA1111", "NYA2222", "NYC3333", "SPRING"], ["a", "a", "c"])).toMatchObject({ others: ["SPRING"] }));

  test.each([
    ["refuses a ticket without its voucher", ["NYA1111", "NYC2222"], ["a", "c"], "2 required a"],
    ["refuses a request without vouchers", [], [], "0 required a"],
    ["refuses more vouchers than tickets of a type", ["NYA1111", "NYA2222", "NYA3333"], ["a", "a", "a"], "2 format a"],
    ["refuses a voucher for a type that was not requested", ["NYA1111"], ["x"], "0 format x"],
    ["refuses a type without its code", ["NYA1111", "NYA2222"], ["a", "a", "c"], "2 required c"],
    ["refuses a voucher in a wrong format", ["NYA1111", "NYA2222", "nope"], ["a", "a", "c"], "2 format c"],
  ])("%s", (_, codes, ids, expected) => {
    const result = sent(codes, ids);
    const { index, message, ticket_type_id } = "problem" in result ? result.problem : expect.fail();
    expect(`${index} ${message} ${ticket_type_id}`).toBe(expected);
  });
});
