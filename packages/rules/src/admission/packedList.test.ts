import { expect, test } from "vitest";
import { packOrders, packTickets, shortName, unpackOrders, unpackTickets, type ListedTicket } from "./packedList.ts";

const ticket: ListedTicket = {
  mac: "00112233445566778899",
  id: "00000000-1111-4222-8333-444444444444",
  session: 3,
  type: 260,
  state: "booked",
  isReplaced: false,
  isInside: false,
  visits: 0,
  lastEntry: null,
  validFrom: null,
  validTo: null,
  name: "Ada L.",
  seat: "",
};

test.each<[string, Partial<ListedTicket>]>([
  ["a ticket", {}],
  ["one that is in", { state: "redeemed", isInside: true, visits: 1, lastEntry: { at: 1_795_514_400_000, by: 7 } }],
  ["a cancelled one that was exchanged", { state: "cancelled", isReplaced: true }],
  ["a pass", { session: null, validFrom: 1_795_514_400_000, validTo: 1_795_600_800_000 }],
  ["a pass without an end", { session: null, validFrom: 1_795_514_400_000 }],
  ["one with a seat and a name in another script", { name: "Ōtani Ж.", seat: "Balcony B 12" }],
])("%s is the same after packing", (_, more) => {
  const one = { ...ticket, ...more };
  expect(unpackTickets(packTickets([one, ticket, one]))).toEqual([one, ticket, one]);
});

test("a ticket takes about 45 bytes", () => {
  const used = { ...ticket, lastEntry: { at: 1_795_514_400_000, by: 1 }, seat: "B 12" };
  expect(packTickets([ticket]).length).toBeLessThanOrEqual(45);
  expect(packTickets([used]).length).toBeLessThanOrEqual(50);
});

test("an order is the same after packing", () => {
  const orders = [
    { mac: ticket.mac, tickets: [0, 70_000] },
    { mac: "ffeeddccbbaa99887766", tickets: [] },
  ];
  expect(unpackOrders(packOrders(orders))).toEqual(orders);
});

test.each([
  ["Ada Lovelace", "Ada L."],
  ["Ada King  Lovelace ", "Ada L."],
  ["Ada", "Ada"],
  ["", ""],
  [null, ""],
])("%j is listed as %j", (name, short) => expect(shortName(name)).toBe(short));
