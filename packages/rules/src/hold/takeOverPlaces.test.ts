import { describe, expect, test } from "vitest";
import { takeOverPlaces, takesGroupPlace, takesSessionPlace, type ReplacedTicket } from "./takeOverPlaces.ts";

/**
 * 'evening adult' is a ticket of the group 'adult' for the session 'evening'; 'evening adult*' does not count against the
 * session's capacity.
 */
const ticket = (text: string) => {
  const [session = "", name = ""] = text.split(" ");
  return {
    event_session_id: session === "-" ? null : session,
    ticket_group_id: name.replace("*", ""),
    uses_capacity: !name.endsWith("*"),
  };
};
const given = (texts: readonly string[]): ReplacedTicket[] =>
  texts.map((text, index) => ({ ...ticket(text), id: `${index}` }));

describe("new tickets take over the places of those that are given up", () => {
  test.each<[string, readonly string[], readonly string[], readonly (string | null)[]]>([
    ["of the same session and group", ["evening adult"], ["evening adult"], ["0"]],
    ["of the same session in another group", ["evening adult"], ["evening child"], ["0"]],
    ["of the same group in another session", ["evening adult"], ["morning adult"], ["0"]],
    ["of neither", ["evening adult"], ["morning child"], [null]],
    ["each once", ["evening adult"], ["evening adult", "evening adult"], ["0", null]],
    ["the most alike first", ["evening adult", "evening child"], ["evening child", "evening adult"], ["1", "0"]],
    ["a session before a group", ["morning adult", "evening child"], ["evening adult"], ["1"]],
    ["not of a session that one of them does not count in", ["evening adult*"], ["evening child"], [null]],
    ["nor where the new one does not", ["evening adult"], ["evening child*"], [null]],
    ["of a group without sessions", ["- pass"], ["- pass"], ["0"]],
  ])("%s", (_, leaving, added, taken) => {
    expect(takeOverPlaces(added.map(ticket), given(leaving)).map(({ takes_place_of }) => takes_place_of)).toEqual(
      taken,
    );
  });
});

describe("a ticket in place of another", () => {
  const places = new Map(given(["evening adult", "evening extra*"]).map((one) => [one.id, one]));
  test.each<[string, string, string | null, readonly [boolean, boolean]]>([
    ["shares both in its session and group", "evening adult", "0", [true, true]],
    ["shares only the session's in another group", "evening child", "0", [true, false]],
    ["shares only the group's in another session", "morning adult", "0", [false, true]],
    ["shares no place of a session in which the other does not count", "evening child", "1", [false, false]],
    ["shares nothing once the order no longer has the other", "evening adult", "2", [false, false]],
    ["shares nothing without another", "evening adult", null, [false, false]],
  ])("%s", (_, text, takes_place_of, shared) => {
    const taker = { ...ticket(text), takes_place_of };
    expect([takesSessionPlace(taker, places), takesGroupPlace(taker, places)]).toEqual(shared);
  });
});
