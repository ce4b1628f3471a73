import { expect, test } from "vitest";
import { testDiscount } from "../../test/testDiscount.ts";
import { remainingDiscounts, type RemainingTicket } from "./remainingDiscounts.ts";

const ticket = (ticket_type_id: string, face_value: number, adjusted_value: number): RemainingTicket => ({
  event_template_id: "visit",
  ticket_group_id: "general",
  ticket_type_id,
  handler: "tickets",
  start_datetime: "2026-12-06T04:30:00Z",
  timezone: "America/New_York",
  fee_fixed_outside: 0,
  fee_percent_outside: 0,
  face_value,
  adjusted_value,
});
const discount = (amount: number, types: readonly string[] = []) => ({
  ...testDiscount({
    id: `${types.join()} ${amount}`,
    benefit: { amount },
    scopes: types.length > 0 ? [{ ticket_type_ids: types }] : [],
  }),
  amount,
});
const adult = ticket("adult", 2000, 1800);
const child = ticket("child", 1000, 500);

test.each([
  ["are as they were given while every ticket is valid", [adult, child], [discount(200), discount(500)], [200, 500]],
  ["shrink with a ticket that was cancelled", [adult], [discount(400)], [200]],
  ["do not count the discount of the old ticket and of the new one twice", [adult, adult], [discount(650)], [400]],
  [
    "keep the discount that applies, where the ticket of the other one was cancelled",
    [adult],
    [discount(200, ["adult"]), discount(500, ["child"])],
    [200, 0],
  ],
  [
    "share what is taken off a ticket in proportion, where both apply",
    [ticket("adult", 2000, 1700)],
    [discount(200), discount(400)],
    [100, 200],
  ],
  [
    "are shared by all where none applies to the new ticket",
    [ticket("senior", 1000, 900)],
    [discount(300, ["adult"]), discount(100, ["child"])],
    [75, 25],
  ],
  ["are nothing once no ticket is left", [], [discount(400)], [0]],
  ["are none where none was given", [ticket("adult", 2000, 2000)], [], []],
])("discounts %s", (_, tickets, discounts, expected) => {
  const shares = remainingDiscounts(tickets, discounts);
  expect(shares).toEqual(expected);
  const reduction = tickets.reduce((sum, { face_value, adjusted_value }) => sum + face_value - adjusted_value, 0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(reduction);
});
