import { expect, test } from "vitest";
import { AdmissionReason, AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import { admitReasons, doubleText, linesOf, momentAt, startOf, spanOf, usualReason, zoneAt } from "./words.ts";

const session = { day: "2027-06-12", start: "10:00", is_all_day: false };
const clock = { timezone: "UTC", now: Date.parse("2027-06-12T11:00:00Z") };
const answer = (reason: AdmissionReason | null, more: object = {}): GateAnswer =>
  ({ reason, already: null, counts: "refused", subject: { session }, ...more }) as unknown as GateAnswer;
const said = (reason: AdmissionReason | null, more: object = {}): string =>
  linesOf(answer(reason, more), { clock, listTime: "10:42" }).join(" ");

test.each<[AdmissionReason, string]>([
  ["unknown", "This is not a ticket of this venue."],
  ["no_admission", "This is not an entry ticket."],
  ["replaced", "This ticket was replaced by another one. Ask for the newest email."],
  ["cancelled", "This ticket was cancelled."],
  ["session_cancelled", "This session was cancelled."],
  ["other_gate", "This ticket is for another gate."],
  ["other_day", "This ticket is for another day. It is for Sat 12 Jun, 10:00."],
  ["not_yet", "It is too early for this ticket. It is for Sat 12 Jun, 10:00."],
  ["over", "The time of this ticket has passed. It is for Sat 12 Jun, 10:00."],
  ["already_in", "Already in with this ticket."],
  ["used_up", "All visits of this pass are used."],
  ["membership_ended", "This membership has ended."],
  ["membership_not_begun", "This membership has not begun yet."],
  [
    "other_session",
    "This ticket is for another time today. It is for Sat 12 Jun, 10:00. Ask to come back at that time.",
  ],
  ["visited_today", "This card was already used today. Check the name and the picture."],
  [
    "not_listed",
    "Not in the list of 10:42. It may have been bought a moment ago. Ask to wait until there is a network.",
  ],
  ["old_list", "The list on this device is old. Check the ticket's date and time."],
  ["choose", "Choose who comes in."],
  ["not_inside", "Nobody has entered with this ticket. Let them out. Nothing is counted."],
  ["undo_refused", "This check-in cannot be undone here. Ask a manager."],
])("%s is said as: %s", (reason, words) => expect(said(reason)).toBe(words));

test("every reason has words that can be read out", () => {
  for (const reason of AdmissionReason.options) expect(said(reason)).toMatch(/^[A-Z].*\.$/);
});

test("the text of already_in says when, and by which device or person", () => {
  const already = { at: "2027-06-12T10:04:00Z", by: "Main gate" };
  expect(said("already_in", { already })).toBe("Already in since 10:04, Main gate.");
});

test("the text of a member's card of today says when it was used, and still what to do", () => {
  const already = { at: "2027-06-12T10:04:00Z", by: "Main gate" };
  expect(said("visited_today", { already })).toBe("Already in since 10:04, Main gate. Check the name and the picture.");
});

test("a code that is not in the list and was let in here says when, and still what to do", () => {
  const already = { at: "2027-06-12T10:04:00Z", by: "Main gate" };
  const first = "Already in since 10:04, Main gate.";
  expect(said("not_listed", { already, may_admit: true })).toBe(
    `${first} Let in only somebody else of the same order.`,
  );
  expect(said("not_listed", { already })).toBe(`${first} Ask to wait until there is a network.`);
});

test.each<[AdmissionReason, string]>([
  ["other_session", "Let in, or ask to come back at that time."],
  ["not_listed", "It may have been bought a moment ago. Let in if the ticket looks right."],
])("%s says that the gate may let in only where the seller allows it", (reason, words) => {
  expect(said(reason, { may_admit: true })).toContain(words);
  expect(said(reason, { may_admit: false })).not.toMatch(/Let in/);
});

test("every Look says what to do", () => {
  const looks = ["other_session", "visited_today", "not_listed", "old_list", "not_inside", "undo_refused"] as const;
  for (const reason of looks) {
    const lines = linesOf(answer(reason, { already: null }), { clock, listTime: undefined });
    expect([reason, lines.length > 1]).toEqual([reason, true]);
  }
});

test("a moment of another day has its day", () => {
  expect(momentAt("2027-06-12T00:10:00Z", clock)).toBe("00:10");
  expect(momentAt("2027-06-11T23:50:00Z", clock)).toBe("Fri 11 Jun, 23:50");
  expect(momentAt("2027-06-12T02:10:00Z", { ...clock, timezone: "America/New_York" })).toBe("Fri 11 Jun, 22:10");
  const double = {
    id: "1",
    type: "Adult",
    event: "Visit",
    at: "2027-06-12T10:04:00Z",
    by: "Side door",
    entry_at: null,
    entry_by: null,
  };
  const earlier = { entry_at: "2027-06-11T10:00:00Z", entry_by: "Main gate" };
  expect(doubleText({ ...double, ...earlier }, clock)).toBe(
    "Adult was let in twice: Fri 11 Jun, 10:00 Main gate, 10:04 Side door. It counts once.",
  );
});

test("times are those of the event's venue, or of the venues at this gate if they have the same", () => {
  const visit = { id: "1", name: "Visit", timezone: "Asia/Tokyo", gate: {} };
  const tour = { id: "2", name: "Tour", timezone: "America/New_York", gate: {} };
  const state = { timezone: "Europe/London", events: [visit] };
  expect([zoneAt(state), zoneAt(state, "Visit")]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
  const both = { ...state, events: [visit, tour] };
  expect([zoneAt(both), zoneAt(both, "Tour"), zoneAt(both, "Gone")]).toEqual([
    "Europe/London",
    "America/New_York",
    "Europe/London",
  ]);
  expect(zoneAt({ ...state, events: [] })).toBe("Europe/London");
});

test.each([
  ["2027-06-12", false, "10:00"],
  ["2027-06-13", false, "Sun 13 Jun, 10:00"],
  ["2027-06-12", true, "today"],
  ["2027-06-13", true, "Sun 13 Jun"],
])("a session of %s, all day %s, is said to be at %s", (day, is_all_day, text) =>
  expect(startOf({ day, start: "10:00", is_all_day }, clock)).toBe(text),
);

test.each([
  [-10, "10 minutes"],
  [89, "89 minutes"],
  [90, "2 hours"],
  [36 * 60, "36 hours"],
  [-3 * 24 * 60, "3 days"],
])("a clock that is wrong by %i minutes is wrong by %s", (minutes, text) =>
  expect(spanOf(minutes * 60_000)).toBe(text),
);

test("Welcome has no text, and an exit has one", () => {
  expect(said(null)).toBe("");
  expect(said(null, { counts: "exit" })).toBe("Checked out.");
});

test("every reason to admit against the answer has a name", () => {
  expect(Object.keys(admitReasons).toSorted()).toEqual(AdmitReason.options.toSorted());
});

test.each([
  ["other_session", "other_session"],
  ["not_listed", "not_listed"],
  ["old_list", "not_listed"],
  ["visited_today", "goodwill"],
  ["already_in", "goodwill"],
] as const)("after %s the reason %s is chosen at first", (why, reason) => expect(usualReason(why)).toBe(reason));

test.each<[AdmissionReason, string | null, string]>([
  ["membership_ended", "2027-06-01T00:00:00Z", "This membership has ended. Its last day was Mon 31 May."],
  ["membership_ended", "2028-06-01T00:00:00Z", "This membership has ended."],
  ["over", "2027-06-12T10:00:00Z", "The time of this ticket has passed. Its last day was Sat 12 Jun."],
  ["membership_ended", "2026-01-01T00:00:00Z", "This membership has ended. Its last day was Wed 31 Dec 2025."],
  ["over", null, "The time of this ticket has passed."],
])("%s of a term until %s is said with its last day", (reason, valid_to, text) =>
  expect(said(reason, { subject: { session: null, valid_to } })).toBe(text),
);
