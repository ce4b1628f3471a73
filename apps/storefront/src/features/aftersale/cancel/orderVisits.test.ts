import { expect, test } from "vitest";
import { orderVisits } from "./orderVisits.ts";

type Reply = Parameters<typeof orderVisits>[0];

/** Tickets of one visit, with the names of their types and guests; the nth has a scan code that begins with its number. */
const visitWith = (...named: readonly (readonly [type: string, guest: string | null])[]) => {
  const types = [...new Set(named.map(([type]) => type))].map((name) => ({
    name,
    ticket_ids: named.flatMap(([type], index) => (type === name ? [String(index)] : [])),
  }));
  const door_ticket = {
    _data: named.map(([, admit_name], index) => ({
      id: String(index),
      admit_name,
      scan_code: `${index}4B89FFF-secret`,
    })),
  };
  const reply = { lines: { order: [{ types }] }, door_ticket } as unknown as Reply;
  return orderVisits(reply, "order", [])[0]?.tickets.map(({ type_name, number }) => [type_name, number]);
};

test("tickets that share a name are told apart by the numbers under their codes", () =>
  expect(visitWith(["Adult", null], ["Adult", null], ["Child", null])).toEqual([
    ["Adult", "04B8 9FFF"],
    ["Adult", "14B8 9FFF"],
    ["Child", null],
  ]));

test("tickets with names of guests need no number", () =>
  expect(visitWith(["Adult", "Ada"], ["Adult", "Nils"])).toEqual([
    ["Adult", null],
    ["Adult", null],
  ]));

test("tickets of one name that were sent on are told apart by their recipients", () => {
  const door_ticket = { _data: [{ id: "a", admit_name: null, scan_code: "0A4B89FFF" }] };
  const sent_ticket = {
    _data: [
      { id: "b", sent_to: "b…@example.org" },
      { id: "c", sent_to: "" },
      { id: "d", sent_to: "d…@example.org" },
    ],
  };
  const types = [
    { name: "Adult", ticket_ids: ["a", "b", "c"] },
    { name: "Child", ticket_ids: ["d"] },
  ];
  const reply = { lines: { order: [{ types }] }, door_ticket, sent_ticket } as unknown as Reply;
  const [visit] = orderVisits(reply, "order", []);
  expect(visit?.tickets.map(({ number, sent_to }) => [number, sent_to])).toEqual([
    ["0A4B 89FF", null],
    [null, "b…@example.org"],
    [null, null],
    [null, null],
  ]);
});
