import { describe, expect, test } from "vitest";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { cartEvents, beginCheckoutEvent, viewItemEvent, purchaseEvent } from "./analyticsEvents.ts";

const line = (
  event_session_id: string | null,
  name: string,
  types: readonly [ticket_type_id: string, name: string, count: number, price: string][],
): CartLine => ({
  event_template_id: `event of ${name}`,
  event_session_id,
  name,
  image: null,
  image_alt: null,
  image_focus: null,
  start_datetime: null,
  end_datetime: null,
  local_day: null,
  local_start: null,
  timezone: "Europe/London",
  all_day: false,
  ticket_date_time: null,
  is_anchor: false,
  needs_anchor: false,
  membership: null,
  types: types.map(([ticket_type_id, type, count, price]) => ({
    ticket_type_id,
    ticket_group_id: "group",
    name: type,
    group_name: "Group",
    count,
    price,
    ticket_ids: Array.from({ length: count }, (_, place) => `${ticket_type_id}-${place}`),
    seats: [],
  })),
});
const tour = (count: number) => line("ten", "Tour", [["adult", "Adult", count, String(12.1 * count)]]);

describe("events of a cart change", () => {
  test.each([
    ["nothing changed", [tour(2)], [tour(2)], []],
    ["a first ticket", [], [tour(1)], [["add_to_cart", 12.1, [["adult", 1]]]]],
    ["one more", [tour(1)], [tour(3)], [["add_to_cart", 24.2, [["adult", 2]]]]],
    ["one less", [tour(3)], [tour(2)], [["remove_from_cart", 12.1, [["adult", 1]]]]],
    ["all of it", [tour(2)], [], [["remove_from_cart", 24.2, [["adult", 2]]]]],
    [
      "another time: one goes and one comes",
      [tour(1)],
      [line("noon", "Tour", [["adult", "Adult", 1, "12.10"]])],
      [
        ["add_to_cart", 12.1, [["adult", 1]]],
        ["remove_from_cart", 12.1, [["adult", 1]]],
      ],
    ],
    [
      "tickets without a session go by their event",
      [],
      [line(null, "Pass", [["year", "Year", 1, "80"]])],
      [["add_to_cart", 80, [["year", 1]]]],
    ],
  ])("a cart change makes these events: %s", (_, before, after, expected) => {
    expect(
      cartEvents(before, after, "GBP").map(({ event, ecommerce: { currency, value, items } }) => {
        expect(currency).toBe("GBP");
        return [event, value, items.map(({ item_id, quantity }) => [item_id, quantity])];
      }),
    ).toEqual(expected);
  });

  test("sums have no float error", () => {
    const [added] = cartEvents(
      [],
      [
        line("s", "Talk", [
          ["a", "A", 1, "0.1"],
          ["b", "B", 1, "0.2"],
        ]),
      ],
      "USD",
    );
    expect(added?.ecommerce.value).toBe(0.3);
  });
});

test("begin_checkout lists the whole cart", () => {
  expect(beginCheckoutEvent([tour(2)], "GBP")).toEqual({
    event: "begin_checkout",
    ecommerce: {
      currency: "GBP",
      value: 24.2,
      items: [{ item_id: "adult", item_name: "Tour", item_variant: "Adult", price: 12.1, quantity: 2 }],
    },
  });
});

test.each([
  ["USD", "10.00", 3, 10],
  ["JPY", "1000", 7, 1000],
  ["KWD", "1.001", 2, 1.001],
])("the value in %s is that of the tickets, whatever their price each: %s for %s", (currency, price, count, value) =>
  expect(beginCheckoutEvent([line("s", "Talk", [["a", "A", count, price]])], currency).ecommerce.value).toBe(value),
);

test("purchase reports the charged total", () => {
  const expected = purchaseEvent({ order_number: "100001", currency: "GBP", total: "20.00", lines: [tour(2)] });
  expect(expected).toMatchObject({ event: "purchase", ecommerce: { value: 20, transaction_id: "100001" } });
});

test("view_item reports the event", () => {
  expect(viewItemEvent({ id: "e", name: "Tour", category: "Talks" }, "GBP", "12.50")).toEqual({
    event: "view_item",
    ecommerce: {
      currency: "GBP",
      value: 12.5,
      items: [{ item_id: "e", item_name: "Tour", item_variant: "", item_category: "Talks", price: 12.5, quantity: 1 }],
    },
  });
  expect(viewItemEvent({ id: "e", name: "Tour", category: null }, "GBP", undefined).ecommerce.value).toBe(0);
});
