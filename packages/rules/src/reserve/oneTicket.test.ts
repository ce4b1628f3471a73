import { expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { amountChoices, amountMissing, linkedAmount, oneTicketGroups } from "./oneTicket.ts";

const group = (id: string, more: Partial<TicketGroup> = {}): TicketGroup =>
  ({
    id,
    handler: "donation",
    available: true,
    sold_out: false,
    left: null,
    hidden_type: "public_browsable",
    min_tickets_per_order: 1,
    max_tickets_per_order: -1,
    exclude_from_event_capacity: false,
    _rank: 0,
    ...more,
  }) as TicketGroup;
const type = (id: string, amount: string, more: Partial<TicketType> = {}): TicketType =>
  ({
    id,
    name: `Gift ${amount}`,
    ticket_group_id: "g",
    discounted_amount: amount,
    currency_amount_min: null,
    currency_amount_max: null,
    available: true,
    _rank: 0,
    ...more,
  }) as TicketType;
const ten = type("ten", "10.00");
const fifty = type("fifty", "50.00");
const free = type("free", "25.00", { name: "Your own amount", currency_amount_min: "5", currency_amount_max: "500" });

test("offers donations and gift cards in order", () =>
  expect(
    oneTicketGroups(
      [
        group("b", { _rank: 2 }),
        group("a", { _rank: 1, handler: "ledger" }),
        group("tickets", { handler: "tickets" }),
        group("link", { hidden_type: "public_link_only" }),
        group("later", { available: false }),
      ],
      [],
    ).map(({ id }) => id),
  ).toEqual(["a", "b"]));
test("a link shows only its groups", () =>
  expect(
    oneTicketGroups([group("a"), group("link", { hidden_type: "public_link_only" })], ["link"]).map(({ id }) => id),
  ).toEqual(["link"]));

const nothing = { quantity: [], select: undefined, price: undefined };
test.each([
  ["nothing", nothing, [ten, free], { ticket_type_id: undefined, price: "" }],
  ["the only one", nothing, [free], { ticket_type_id: "free", price: "" }],
  ["a type by its name", { ...nothing, select: "gift 10.00" }, [ten, free], { ticket_type_id: "ten", price: "" }],
  [
    "a type and an amount",
    { ...nothing, select: "free", price: "75" },
    [ten, free],
    { ticket_type_id: "free", price: "75" },
  ],
  ["the type that costs it", { ...nothing, price: "50" }, [ten, fifty, free], { ticket_type_id: "fifty", price: "50" }],
  ["an amount of one's own", { ...nothing, price: "33" }, [ten, free], { ticket_type_id: "free", price: "33" }],
  ["no type costs it", { ...nothing, price: "33" }, [ten, fifty], { ticket_type_id: undefined, price: "33" }],
  ["a stranger", { ...nothing, select: "x", price: "10" }, [ten, free], { ticket_type_id: undefined, price: "10" }],
  [
    "a quantity",
    { ...nothing, quantity: [{ type: "fifty", count: 3 }] },
    [ten, fifty],
    { ticket_type_id: "fifty", price: "" },
  ],
])("a link selects %s", (_, query, types, chosen) => expect(linkedAmount(query, types, "USD")).toEqual(chosen));

test.each([
  ["nothing chosen", undefined, "", "amount"],
  ["a fixed amount", "ten", "", undefined],
  ["one's own, unnamed", "free", "", "price"],
  ["one's own, too small", "free", "4.99", "price"],
  ["one's own", "free", "5", undefined],
])("a missing amount is reported: %s", (_, ticket_type_id, price, missing) =>
  expect(amountMissing(amountChoices([group("g")], [ten, free], { ticket_type_id }), { free: price }, "USD")).toBe(
    missing,
  ),
);
test("a sold-out group cannot be chosen", () =>
  expect(
    amountMissing(amountChoices([group("g", { sold_out: true })], [ten], { ticket_type_id: "ten" }), {}, "USD"),
  ).toBe("amount"));
