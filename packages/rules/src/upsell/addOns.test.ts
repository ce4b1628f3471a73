import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { isQuantityOnly, totalWithAddOns, type AddOnEvent } from "./addOns.ts";

const group = (more: Partial<TicketGroup> = {}): TicketGroup =>
  ({
    id: "g",
    handler: "tickets",
    hidden_type: "public_browsable",
    start_policy: null,
    additional_info_spec: null,
    meta: {},
    ...more,
  }) as TicketGroup;
const type = (more: Partial<TicketType> = {}): TicketType =>
  ({ id: "t", ticket_group_id: "g", currency_amount_min: null, currency_amount_max: null, ...more }) as TicketType;
const event: AddOnEvent["event"] = { hidden_type: "public_browsable", meta: {}, config: {} };
const plain: AddOnEvent = { event, groups: [group()], types: [type()], web: {} };

describe("an add-on that a card can sell", () => {
  test.each<[string, Partial<AddOnEvent>, boolean]>([
    ["plain tickets", {}, true],
    ["a pass, which needs no time", { groups: [group({ handler: "passes" })] }, true],
    ["up to four prices", { types: [type(), type(), type(), type()] }, true],
    ["more prices need the event's page", { types: [type(), type(), type(), type(), type()] }, false],
    ["nothing on sale", { groups: [] }, false],
    ["seats are chosen on a map", { groups: [group({ handler: "seated" })] }, false],
    ["gift cards ask for an amount", { groups: [group({ handler: "ledger" })] }, false],
    ["questions", { groups: [group({ additional_info_spec: { properties: {} } })] }, false],
    ["names of a group", { groups: [group({ meta: { admit_names: "required" } })] }, false],
    ["e-mail addresses of the event", { event: { ...event, meta: { admit_emails: "optional" } } }, false],
    ["a price that the buyer names", { types: [type({ currency_amount_min: "1", currency_amount_max: "9" })] }, false],
    ["tickets for members", { groups: [group({ hidden_type: "public_member_only" })] }, false],
    ["an event for members", { event: { ...event, hidden_type: "public_member_only" } }, false],
    ["vouchers of the seller", { web: { citypass: true } }, false],
    [
      "vouchers that this event does not take",
      { web: { citypass: true }, event: { ...event, config: { citypass: false } } },
      true,
    ],
    ["as many as visitors", { event: { ...event, meta: { tickets_must_match_anchor_tickets: true } } }, false],
    ["some tickets for a time and some for none", { groups: [group(), group({ handler: "passes" })] }, false],
  ])("%s: %j is %s", (_, more, expected) => expect(isQuantityOnly({ ...plain, ...more })).toBe(expected));
});

describe("the total with add-ons", () => {
  const cart = {
    currency: "USD",
    cart_mods: [],
    scheduled_payments: [],
    outstanding_balance: "59.00",
    payment_due_by_credit_card: "59.00",
  };
  const saving = [{ discount: "5.00" }] as unknown as Parameters<typeof totalWithAddOns>[0]["cart_mods"];
  test.each<[string, Partial<Parameters<typeof totalWithAddOns>[0]>, number, string | undefined]>([
    ["nothing chosen", {}, 0, "59.00"],
    ["two tours", {}, 1200, "71.00"],
    ["a free cart", { outstanding_balance: "0.00", payment_due_by_credit_card: "0.00" }, 600, "6.00"],
    ["a code that may lower what is added", { cart_mods: saving }, 1200, undefined],
    ["the code alone", { cart_mods: saving }, 0, "59.00"],
    ["a payment plan", { outstanding_balance: "160.00" }, 1200, undefined],
    ["yen", { currency: "JPY", outstanding_balance: "5900", payment_due_by_credit_card: "5900" }, 1200, "7100"],
  ])("%s", (_, more, added, expected) => expect(totalWithAddOns({ ...cart, ...more }, added)).toBe(expected));
});
