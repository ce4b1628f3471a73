import { expect, test } from "vitest";
import type { Handler } from "@foyer/contract/catalog.ts";
import { eventForm, type EventFacts } from "./eventForm.ts";

const facts = (
  handlers: Handler[],
  more: Partial<EventFacts> = {},
  event: Partial<EventFacts["event"]> = {},
): EventFacts => ({
  event: { event_type: "repeating", hidden_type: "public_browsable", meta: {}, ...event },
  groups: handlers.map((handler) => ({ handler })),
  reserve_flow: undefined,
  isMember: false,
  hasAnchor: false,
  ...more,
});

test.each([
  ["a museum's admission", facts(["tickets", "passes"]), "date_first"],
  ["nothing on sale", facts([]), "unavailable"],
  ["an add-on without an admission", facts(["tickets"], {}, { meta: { requires_anchor: true } }), "add_admission"],
  ["an add-on with one", facts(["tickets"], { hasAnchor: true }, { meta: { requires_anchor: true } }), "date_first"],
  ["a membership", facts(["membership"]), "membership"],
  ["a gift card", facts(["ledger"]), "one_ticket"],
  ["a donation beside tickets", facts(["tickets", "donation"]), "date_first"],
  ["members only", facts([], {}, { hidden_type: "public_member_only" }), "members_only"],
  [
    "members only, for a member",
    facts(["tickets"], { isMember: true }, { hidden_type: "public_member_only" }),
    "date_first",
  ],
  ["one evening", facts(["tickets"], {}, { event_type: "single" }), "single"],
  ["codes for sale", facts(["codes"]), "single"],
  [
    "the event's own flow",
    facts(["tickets"], { reserve_flow: "date_first" }, { meta: { reserve_flow: "quantity_first" } }),
    "quantity_first",
  ],
  ["the seller's flow", facts(["tickets"], { reserve_flow: "quantity_first" }), "quantity_first"],
])("%s", (_, known, form) => expect(eventForm(known)).toBe(form));
