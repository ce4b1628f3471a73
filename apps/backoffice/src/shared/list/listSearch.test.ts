import { describe, expect, test } from "vitest";
import { listEventSessions, sessionList } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { listOrdersOfSeller } from "@foyer/contract/office/orders/orders.ts";
import { acceptedOf, listTextsOf, textsOf } from "./listSearch.ts";

describe("the text parameters of an address", () => {
  test("are those that the screen knows; all others are undefined, so that the router does not add them", () => {
    expect(textsOf({ day: "2026-11-30", utm_source: "mail", q: 10231, empty: "" }, ["day", "q", "empty"])).toEqual({
      day: "2026-11-30",
      utm_source: undefined,
      q: "10231",
      empty: undefined,
    });
  });

  test("contain no objects or lists", () => {
    expect(textsOf({ day: ["2026-11-30"], q: { a: 1 } }, ["day", "q"])).toEqual({ day: undefined, q: undefined });
  });

  test("of a list include its sort and columns, without unknown ones", () => {
    const known = (search: Record<string, unknown>) => listTextsOf(search, ["fill"], sessionList);
    expect(known({ fill: "full", sort: "-taken", columns: "session.state.colour" })).toEqual({
      fill: "full",
      sort: "-taken",
      columns: "session.state",
    });
    expect(known({ sort: "colour", columns: "colour" })).toEqual({ sort: undefined, columns: undefined });
  });
});

describe("the parameters that a call accepts from an address", () => {
  test("include no unknown parameters and no invalid values", () => {
    const search = {
      fill: "colour",
      from: "2026-02-31",
      until: "2026-12-01",
      sort: "-taken",
      columns: "session",
      utm: "x",
    };
    expect(acceptedOf(listEventSessions, search)).toEqual({ until: "2026-12-01", sort: "-taken" });
  });

  test("include the search unchanged, so that a refusal of it is shown", () => {
    const q = "x".repeat(300);
    expect(acceptedOf(listOrdersOfSeller, { q, state: undefined, min: "1.2.3" })).toEqual({ q });
  });
});
