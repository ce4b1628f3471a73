import { afterEach, expect, test } from "vitest";
import { closePages, show } from "@foyer/ui/test/dom.tsx";
import { forgetUsualTickets, saveUsualTickets, useUsualQuantity } from "./usualTickets.ts";

function Quantity({ event }: { readonly event: string }) {
  return <p>{useUsualQuantity("harbor", event)}</p>;
}
const shown = (event: string): string | null => show(<Quantity event={event} />).place.textContent;
afterEach(() => {
  closePages();
  window.localStorage.clear();
});

test("the tickets of the last purchase of an event are kept, and no others of them", () => {
  saveUsualTickets("harbor", "visit", [{ ticket_type_id: "child", count: 3 }]);
  saveUsualTickets("harbor", "visit", [
    { ticket_type_id: "adult", count: 2 },
    { ticket_type_id: "child", count: 1 },
  ]);
  saveUsualTickets("opal", "visit", [{ ticket_type_id: "stalls", count: 9 }]);
  expect([shown("visit"), shown("another")]).toEqual(["adult:2,child:1", ""]);
});

test("only the latest events are kept", () => {
  for (let event = 0; event < 20; event++)
    saveUsualTickets("harbor", `event ${event}`, [{ ticket_type_id: "adult", count: 1 }]);
  expect([shown("event 7"), shown("event 8"), shown("event 19")]).toEqual(["", "adult:1", "adult:1"]);
});

test("a logout forgets them", () => {
  saveUsualTickets("harbor", "visit", [{ ticket_type_id: "adult", count: 2 }]);
  forgetUsualTickets("harbor");
  expect(shown("visit")).toBe("");
});

test.each(["no JSON", "{}", '[["visit", 3]]', '[["visit", [{ "count": "2" }]], 7]'])(
  "storage that something else has written chooses nothing: %s",
  (text) => {
    window.localStorage.setItem("foyer.harbor.usual", text);
    expect(shown("visit")).toBe("");
  },
);
