import { describe, expect, test } from "vitest";
import { concernsTickets, blockingRules, type CheckoutRule, type RuleCondition } from "./checkoutRules.ts";

const ticket = (name: string) => {
  const [event_template_id = "", ticket_group_id = "", ticket_type_id = ""] = name.split("/");
  return { event_template_id, ticket_group_id, ticket_type_id };
};
const adult = ticket("visit/general/adult");
const child = ticket("visit/general/child");
const concert = ticket("concert/seats/seat");
const rule = (...conditions: RuleCondition[]): CheckoutRule => ({
  id: "rule",
  description: "Not so",
  blocks: "reserve",
  code_group_id: null,
  conditions,
});

describe("a rule is triggered", () => {
  test.each([
    ["of an event", rule({ event_template_ids: ["visit"], min: 1 }), [adult], true],
    ["not of another", rule({ event_template_ids: ["visit"], min: 1 }), [concert], false],
    ["of a group", rule({ ticket_group_ids: ["general"], min: 1 }), [child], true],
    ["of a type", rule({ ticket_type_ids: ["child"], min: 1 }), [adult], false],
    [
      "of both named at once only",
      rule({ event_template_ids: ["concert"], ticket_type_ids: ["child"], min: 1 }),
      [child, concert],
      false,
    ],
    ["from so many on", rule({ ticket_group_ids: ["general"], min: 3 }), [adult, child], false],
    ["from so many on, reached", rule({ ticket_group_ids: ["general"], min: 3 }), [adult, child, child], true],
    ["up to so many", rule({ ticket_group_ids: ["general"], min: 1, max: 1 }), [adult, child], false],
    [
      "a child without an adult",
      rule({ ticket_type_ids: ["child"], min: 1 }, { ticket_type_ids: ["adult"], min: 0, max: 0 }),
      [child],
      true,
    ],
    [
      "a child with an adult",
      rule({ ticket_type_ids: ["child"], min: 1 }, { ticket_type_ids: ["adult"], min: 0, max: 0 }),
      [child, adult],
      false,
    ],
    [
      "two things that do not go together",
      rule({ event_template_ids: ["visit"], min: 1 }, { event_template_ids: ["concert"], min: 1 }),
      [adult, concert],
      true,
    ],
    ["of anything at all", rule({ min: 2 }), [adult, concert], true],
    ["an empty cart triggers nothing", rule(), [adult], false],
  ])("a rule blocks a cart that holds what it names: %s", (_, one, tickets, isBlocked) =>
    expect(blockingRules([one], tickets, new Set()).length > 0).toBe(isBlocked),
  );
});

test.each([
  ["a code of its group lifts it", "friends", ["friends"], 0],
  ["another code does not", "friends", ["press"], 1],
  ["no code does, where none is named", null, ["friends"], 1],
])("a code may lift a blocking rule: %s", (_, code_group_id, codes, count) =>
  expect(blockingRules([{ ...rule({ min: 1 }), code_group_id }], [adult], new Set(codes))).toHaveLength(count),
);

test.each([
  ["what it is about", [adult], true],
  ["what it also looks at", [child], true],
  ["something else", [concert], false],
])("a rule concerns: %s", (_, added, is) =>
  expect(
    concernsTickets(rule({ ticket_type_ids: ["adult"], min: 1 }, { ticket_type_ids: ["child"], min: 1 }), added),
  ).toBe(is),
);
