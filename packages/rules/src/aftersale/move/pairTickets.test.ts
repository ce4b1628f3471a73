import { describe, expect, test } from "vitest";
import { actionsOfMove, pairTickets, type PlacedTicket } from "./pairTickets.ts";

const ticket = (
  name: string,
  type: string,
  session: string | null,
  event = "museum",
): PlacedTicket & { name: string } => ({
  name,
  ticket_type_id: type,
  ticket_group_id: type.split(" ")[0] ?? type,
  event_template_id: event,
  event_session_id: session,
});
const names = (tickets: readonly { readonly name: string }[]) => tickets.map(({ name }) => name);

describe("pairing tickets", () => {
  test("pairs a new ticket with one of its type before one of its group", () => {
    const { moves } = pairTickets(
      [ticket("child", "entry child", "10:00"), ticket("adult", "entry adult", "10:00")],
      [ticket("new adult", "entry adult", "11:00")],
    );
    expect(moves.map(({ from, to }) => [from.name, to.name])).toEqual([["adult", "new adult"]]);
  });
  test("exchanges within a group, then within an event", () => {
    const { moves, cancelled, extra } = pairTickets(
      [ticket("vip", "lounge vip", "10:00"), ticket("adult", "entry adult", "10:00")],
      [ticket("new child", "entry child", "10:00"), ticket("new senior", "entry senior", "10:00")],
    );
    expect(moves.map(({ from, to }) => [from.name, to.name])).toEqual([
      ["adult", "new child"],
      ["vip", "new senior"],
    ]);
    expect([...cancelled, ...extra]).toEqual([]);
  });
  test("pairs each ticket once and lists the unpaired ones on both sides", () => {
    const { moves, cancelled, extra } = pairTickets(
      [ticket("one", "entry adult", "10:00"), ticket("two", "entry adult", "10:00")],
      [ticket("three", "entry adult", "11:00"), ticket("tour", "tour adult", "11:00", "tour")],
    );
    expect(moves).toHaveLength(1);
    expect(names(cancelled)).toEqual(["two"]);
    expect(names(extra)).toEqual(["tour"]);
  });
});

describe("a move", () => {
  const adult = ticket("adult", "entry adult", "10:00");
  test.each([
    ["to another session reschedules", ticket("", "entry adult", "11:00"), ["reschedule"]],
    ["to another type exchanges", ticket("", "entry child", "10:00"), ["exchange"]],
    ["to both needs both", ticket("", "entry child", "11:00"), ["reschedule", "exchange"]],
    ["to the same session and type reschedules", ticket("", "entry adult", "10:00"), ["reschedule"]],
  ])("%s", (_title, to, actions) => {
    expect(actionsOfMove(adult, to)).toEqual(actions);
  });
});
