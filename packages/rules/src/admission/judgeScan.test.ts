import { describe, expect, test } from "vitest";
import {
  judgeExit,
  judgeScan,
  judgeUnlisted,
  withListAge,
  type GateMoment,
  type GateSession,
  type GateTicket,
} from "./judgeScan.ts";

const at = (time: string, day = "2026-11-24"): number => Date.parse(`${day}T${time}:00Z`);
const today = "2026-11-24";
const session = (from: string, until: string, more: Partial<GateSession> = {}): GateSession => ({
  id: `session ${from}`,
  event_template_id: "museum",
  start: at(from, more.day),
  end: at(until, more.day),
  day: today,
  cancelled: false,
  isAllDay: false,
  ...more,
});
const ten = session("10:00", "11:00");
const two = session("14:00", "15:00");
const allDay = session("09:00", "18:00", { isAllDay: true });
const fresh = { visitDays: [], isInside: false };
const inToday = { visitDays: [today], isInside: true };
const outAgain = { visitDays: [today], isInside: false };

const ticket = (more: Partial<GateTicket> = {}): GateTicket => ({
  state: "booked",
  isReplaced: false,
  admits: true,
  event_template_id: "museum",
  venue_id: "main house",
  event_gate: {},
  group_gate: {},
  session: ten,
  valid_from: null,
  valid_to: null,
  isMembership: false,
  past: fresh,
  ...more,
});
const pass = (more: Partial<GateTicket> = {}) =>
  ticket({ session: null, valid_from: at("00:00"), valid_to: at("00:00", "2026-12-24"), ...more });
const card = (more: Partial<GateTicket> = {}) => pass({ isMembership: true, ...more });
const moment = (time: string, more: Partial<GateMoment> = {}): GateMoment => ({
  now: at(time),
  today,
  scope: null,
  sessions: [ten, two],
  settings: {},
  ...more,
});
const only = (...sessions: GateSession[]) => ({ sessions });
const words = ({ shown, reason, may_admit }: ReturnType<typeof judgeScan>) =>
  [shown, ...(reason ? [reason] : []), ...(may_admit ? ["may admit"] : [])].join(" ");

describe("a ticket", () => {
  test.each<[string, GateTicket, GateMoment, string]>([
    ["at its time", ticket(), moment("10:05"), "welcome"],
    ["30 minutes before its start", ticket(), moment("09:30"), "welcome"],
    ["31 minutes before its start", ticket(), moment("09:29", only(ten)), "no not_yet"],
    ["at the end of its session", ticket(), moment("11:00", only(ten)), "no over"],
    ["an hour before, as its event sets", ticket({ event_gate: { opens_minutes: 60 } }), moment("09:00"), "welcome"],
    [
      "15 minutes after its start, as its event sets",
      ticket({ event_gate: { closes_minutes: 15 } }),
      moment("10:15", only(ten)),
      "no over",
    ],
    [
      "of another day",
      ticket({ session: session("10:00", "11:00", { day: "2026-11-25" }) }),
      moment("10:05"),
      "no other_day",
    ],
    [
      "of the session after midnight",
      ticket({ session: session("00:10", "01:00", { day: "2026-11-25" }) }),
      moment("23:45"),
      "welcome",
    ],
    ["for the whole day, early and late", ticket({ session: allDay }), moment("19:30"), "welcome"],
    [
      "for another whole day",
      ticket({ session: session("09:00", "18:00", { isAllDay: true, day: "2026-11-23" }) }),
      moment("10:00"),
      "no other_day",
    ],
    [
      "for a later session, while another is open",
      ticket({ session: two }),
      moment("10:05"),
      "look other_session may admit",
    ],
    [
      "the same where the seller forbids it",
      ticket({ session: two }),
      moment("10:05", { settings: { other_session: false } }),
      "look other_session",
    ],
    ["for an earlier session, while another is open", ticket(), moment("14:05"), "look other_session may admit"],
    ["cancelled", ticket({ state: "cancelled" }), moment("10:05"), "no cancelled"],
    ["replaced by another", ticket({ state: "cancelled", isReplaced: true }), moment("10:05"), "no replaced"],
    [
      "of a session that the venue cancelled",
      ticket({ session: session("10:00", "11:00", { cancelled: true }) }),
      moment("10:05"),
      "no session_cancelled",
    ],
    ["that opens no door", ticket({ admits: false }), moment("10:05"), "no no_admission"],
    [
      "at a gate for another event",
      ticket(),
      moment("10:05", { scope: { event_ids: ["night tour"], venue_ids: [] } }),
      "no other_gate",
    ],
    [
      "at a gate for its venue",
      ticket(),
      moment("10:05", { scope: { event_ids: [], venue_ids: ["main house"] } }),
      "welcome",
    ],
  ])("%s", (_, scanned, when, expected) => expect(words(judgeScan(scanned, when))).toBe(expected));
});

// New York, 1 November 2026: 01:00 to 02:00 is shown twice, from 05:00 and from 06:00 UTC.
describe("in the night in which the clocks are put back", () => {
  const night = "2026-11-01";
  const until = (end: string) =>
    session("04:30", end, { id: `until ${end}`, day: night, start: at("04:30", night), end: at(end, night) });
  const judged = (of: GateSession, time: string) =>
    words(judgeScan(ticket({ session: of }), { ...moment("00:00", only(of)), now: at(time, night), today: night }));
  test.each([
    ["the first 01:30", until("05:30"), "05:29", "welcome"],
    ["the first 01:30", until("05:30"), "05:30", "no over"],
    ["the first 01:30", until("05:30"), "06:10", "no over"],
    ["the second 01:30", until("06:30"), "05:30", "welcome"],
    ["the second 01:30", until("06:30"), "06:29", "welcome"],
    ["the second 01:30", until("06:30"), "06:30", "no over"],
  ])("a session until %s admits until then, and no longer", (_, of, time, expected) =>
    expect(judged(of, time)).toBe(expected),
  );
});

describe("re-entry", () => {
  const reentry = (reentry: "never" | "day" | "after_exit", past: GateTicket["past"]) =>
    ticket({ state: "redeemed", group_gate: { reentry }, past });
  test.each<[string, GateTicket, GateMoment, string]>([
    ["unless set otherwise", ticket({ state: "redeemed", past: inToday }), moment("10:10"), "no already_in"],
    ["never", reentry("never", outAgain), moment("10:10"), "no already_in"],
    ["any number on the day", reentry("day", inToday), moment("10:10"), "welcome"],
    ["any number on the day, after the session", reentry("day", inToday), moment("16:00"), "welcome"],
    [
      "any number on the day, on the next day",
      reentry("day", inToday),
      { ...moment("10:10"), now: at("10:10", "2026-11-25"), today: "2026-11-25" },
      "no other_day",
    ],
    ["only after an exit, without an exit", reentry("after_exit", inToday), moment("10:10"), "no already_in"],
    ["after an exit", reentry("after_exit", outAgain), moment("10:10"), "welcome"],
  ])("%s", (_, scanned, when, expected) => expect(words(judgeScan(scanned, when))).toBe(expected));
});

describe("a pass and a member's card", () => {
  const days = (...visitDays: string[]) => ({ visitDays, isInside: false });
  test.each<[string, GateTicket, GateMoment, string]>([
    ["a pass in its term", pass(), moment("08:00"), "welcome"],
    ["a pass before its term", pass({ valid_from: at("00:00", "2026-11-25") }), moment("10:00"), "no not_yet"],
    ["a pass after its term", pass({ valid_to: at("10:00") }), moment("10:00"), "no over"],
    ["a pass that was in today", pass({ past: days(today) }), moment("10:00"), "no already_in"],
    ["a pass that was in yesterday", pass({ past: days("2026-11-23") }), moment("10:00"), "welcome"],
    [
      "a pass with its last visit left",
      pass({ group_gate: { visits: 2 }, past: days("2026-11-22") }),
      moment("10:00"),
      "welcome",
    ],
    [
      "a pass without a visit left",
      pass({ group_gate: { visits: 1 }, past: days("2026-11-22") }),
      moment("10:00"),
      "no used_up",
    ],
    [
      "a pass on the day of its last visit, coming back",
      pass({ group_gate: { visits: 1, reentry: "day" }, past: days(today) }),
      moment("10:00"),
      "welcome",
    ],
    ["a card in its term", card(), moment("10:00"), "welcome"],
    ["a card whose term is over", card({ valid_to: at("09:59") }), moment("10:00"), "no membership_ended"],
    ["a card of a cancelled membership", card({ state: "cancelled" }), moment("10:00"), "no membership_ended"],
    ["a card whose term has not begun", card({ valid_from: at("11:00") }), moment("10:00"), "no membership_not_begun"],
    ["a card that was in today", card({ past: days(today) }), moment("10:00"), "look visited_today may admit"],
  ])("%s", (_, scanned, when, expected) => expect(words(judgeScan(scanned, when))).toBe(expected));
});

test("an outdated list turns Welcome into Look, and keeps No", () => {
  expect(words(withListAge(judgeScan(ticket(), moment("10:05")), true))).toBe("look old_list may admit");
  expect(words(withListAge(judgeScan(ticket({ state: "cancelled" }), moment("10:05")), true))).toBe("no cancelled");
});

test("the seller decides about a code that is not in the list", () => {
  expect(words(judgeUnlisted({}))).toBe("look not_listed");
  expect(words(judgeUnlisted({ unlisted: true }))).toBe("look not_listed may admit");
});

test("leaving is Look if nobody is inside", () => {
  expect(words(judgeExit({ past: inToday }))).toBe("welcome");
  expect(words(judgeExit({ past: fresh }))).toBe("look not_inside");
});
