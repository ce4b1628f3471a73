import { expect, test } from "vitest";
import type { Handler } from "@foyer/contract/handlers.ts";
import { descriptionKind, eventForm, eventTitle, needsRenewal, type EventFormInput } from "./eventForm.ts";

const facts = (
  handlers: Handler[],
  more: Partial<EventFormInput> = {},
  event: Partial<EventFormInput["event"]> = {},
): EventFormInput => ({
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
  ["tickets for everybody beside those for members", facts(["tickets"], { moreForMembers: true }), "date_first"],
  ["of which only those for members are on sale", facts([], { moreForMembers: true }), "members_only"],
  ["the same for someone who was one", facts([], { moreForMembers: true, hadMembership: true }), "expired_membership"],
  ["the same for a member of another kind", facts([], { moreForMembers: true, isMember: true }), "unavailable"],
  ["members only", facts([], {}, { hidden_type: "public_member_only" }), "members_only"],
  [
    "members only, for someone who was one",
    facts([], { hadMembership: true }, { hidden_type: "public_member_only" }),
    "expired_membership",
  ],
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

test.each<[string, Handler[], string | undefined, boolean, string, string]>([
  ["an exhibition", ["tickets", "donation"], undefined, false, "event", "event"],
  ["an add-on to an admission", ["tickets"], undefined, true, "anchor", "event"],
  ["a gift card", ["ledger"], undefined, false, "gift_card", "gift-card"],
  ["a donation", ["donation"], undefined, false, "donation", "donation"],
  ["a membership", ["membership"], undefined, false, "membership", "membership"],
  ["a membership as a gift", ["membership"], "gift", false, "gift", "membership"],
  ["a membership once more", ["membership"], "renew", false, "renew", "membership"],
  ["a membership, otherwise", ["membership"], "else", false, "membership", "membership"],
  ["gift is nothing to an exhibition", ["tickets"], "gift", false, "event", "event"],
  ["nothing on sale", [], "gift", false, "event", "event"],
])("title: %s", (_, handlers, action, isAnchored, title, kind) => {
  const found = eventTitle({ groups: handlers.map((handler) => ({ handler })), action, isAnchored });
  expect(found).toBe(title);
  expect(descriptionKind(found)).toBe(kind);
});

const forMembers = [{ hidden_type: "public_member_only" }, { hidden_type: "public_browsable" }] as const;
const until = (last_day: string | null, first_day = "2026-01-01") => [{ first_day, last_day }];
const renewed = [...until("2026-11-20"), ...until("2027-11-20", "2026-11-20")];
const open = { hidden_type: "public_browsable" } as const;
const closed = { hidden_type: "public_member_only" } as const;
test.each([
  ["it ends before the visit", open, forMembers, "2026-11-21", until("2026-11-20"), true],
  ["it ends on the day of the visit", open, forMembers, "2026-11-21", until("2026-11-21"), false],
  ["it never ends", open, forMembers, "2026-11-21", until(null), false],
  ["it is renewed already", open, forMembers, "2026-11-21", renewed, false],
  ["the renewal ends before the visit too", open, forMembers, "2027-11-21", renewed, true],
  ["it has not begun by then", open, forMembers, "2026-11-21", until("2027-11-20", "2026-12-01"), false],
  ["nothing is for members", open, [open], "2026-11-21", until("2026-11-20"), false],
  ["the whole event is for members", closed, [open], "2026-11-21", until("2026-11-20"), true],
  ["no date yet", open, forMembers, undefined, until("2026-11-20"), false],
  ["no member", open, forMembers, "2026-11-21", [], false],
] as const)("renew: %s", (_, event, groups, day, memberships, isDue) =>
  expect(needsRenewal(event, groups, day, memberships)).toBe(isDue),
);
