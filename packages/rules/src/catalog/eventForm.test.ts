import { expect, test } from "vitest";
import type { Handler } from "@foyer/contract/handlers.ts";
import { descriptionKind, eventForm, eventTitle, needsRenewal, type EventFormInput } from "./eventForm.ts";

const input = (
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
  ["an event with tickets and passes", input(["tickets", "passes"]), "date_first"],
  ["nothing on sale", input([]), "unavailable"],
  ["an add-on without an admission", input(["tickets"], {}, { meta: { requires_anchor: true } }), "add_admission"],
  [
    "an add-on with an admission",
    input(["tickets"], { hasAnchor: true }, { meta: { requires_anchor: true } }),
    "date_first",
  ],
  ["a membership", input(["membership"]), "membership"],
  ["a gift card", input(["ledger"]), "one_ticket"],
  ["a donation beside tickets", input(["tickets", "donation"]), "date_first"],
  ["tickets for everybody beside those for members", input(["tickets"], { moreForMembers: true }), "date_first"],
  ["an event with only tickets for members on sale", input([], { moreForMembers: true }), "members_only"],
  [
    "an event with only tickets for members, for a former member",
    input([], { moreForMembers: true, hadMembership: true }),
    "expired_membership",
  ],
  [
    "an event with only tickets for members, for a member without access",
    input([], { moreForMembers: true, isMember: true }),
    "unavailable",
  ],
  ["an event for members", input([], {}, { hidden_type: "public_member_only" }), "members_only"],
  [
    "an event for members, for a former member",
    input([], { hadMembership: true }, { hidden_type: "public_member_only" }),
    "expired_membership",
  ],
  [
    "an event for members, for a member",
    input(["tickets"], { isMember: true }, { hidden_type: "public_member_only" }),
    "date_first",
  ],
  ["a single event", input(["tickets"], {}, { event_type: "single" }), "single"],
  ["codes for sale", input(["codes"]), "single"],
  [
    "an event with its own flow",
    input(["tickets"], { reserve_flow: "date_first" }, { meta: { reserve_flow: "quantity_first" } }),
    "quantity_first",
  ],
  ["a seller's flow", input(["tickets"], { reserve_flow: "quantity_first" }), "quantity_first"],
])("the form of %s", (_, formInput, form) => expect(eventForm(formInput)).toBe(form));

test.each<[string, Handler[], string | undefined, boolean, string, string]>([
  ["an exhibition", ["tickets", "donation"], undefined, false, "event", "event"],
  ["an add-on to an admission", ["tickets"], undefined, true, "anchor", "event"],
  ["a gift card", ["ledger"], undefined, false, "gift_card", "gift-card"],
  ["a donation", ["donation"], undefined, false, "donation", "donation"],
  ["a membership", ["membership"], undefined, false, "membership", "membership"],
  ["a membership as a gift", ["membership"], "gift", false, "gift", "membership"],
  ["a membership as a renewal", ["membership"], "renew", false, "renew", "membership"],
  ["a membership with an unknown action", ["membership"], "else", false, "membership", "membership"],
  ["an exhibition with the action gift", ["tickets"], "gift", false, "event", "event"],
  ["an event with nothing on sale", [], "gift", false, "event", "event"],
])("the title of %s", (_, handlers, action, isAnchored, title, kind) => {
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
  ["due if the membership ends before the visit", open, forMembers, "2026-11-21", until("2026-11-20"), true],
  [
    "not due if the membership ends on the day of the visit",
    open,
    forMembers,
    "2026-11-21",
    until("2026-11-21"),
    false,
  ],
  ["not due if the membership never ends", open, forMembers, "2026-11-21", until(null), false],
  ["not due if the membership is renewed already", open, forMembers, "2026-11-21", renewed, false],
  ["due if the renewal ends before the visit too", open, forMembers, "2027-11-21", renewed, true],
  [
    "not due if the membership has not begun by then",
    open,
    forMembers,
    "2026-11-21",
    until("2027-11-20", "2026-12-01"),
    false,
  ],
  ["not due if nothing is for members", open, [open], "2026-11-21", until("2026-11-20"), false],
  ["due if the whole event is for members", closed, [open], "2026-11-21", until("2026-11-20"), true],
  ["not due without a date", open, forMembers, undefined, until("2026-11-20"), false],
  ["not due for a non-member", open, forMembers, "2026-11-21", [], false],
] as const)("a renewal is %s", (_, event, groups, day, memberships, isDue) =>
  expect(needsRenewal(event, groups, day, memberships)).toBe(isDue),
);
