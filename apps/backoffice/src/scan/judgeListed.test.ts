import { expect, test } from "vitest";
import { listedTicket } from "../../test/listedTicket.ts";
import { isInNow, judgeListed, presentListed, type Listed } from "./gateList.ts";
import type { GateState, KeptScan } from "./gateStore.ts";
import { withOwnScans } from "./own/withOwnScans.ts";

const now = Date.parse("2027-03-02T10:00:00Z");
const state: GateState = {
  now: "2027-03-02T10:00:00Z",
  today: "2027-03-02",
  timezone: "Europe/London",
  seller: "Quay Museum",
  name: "Main gate",
  is_device: true,
  ends_at: null,
  may_admit_anyway: true,
  supervisors: [],
  code_key: "",
  settings: {},
  events: [{ id: "visit", name: "Visit", timezone: "Europe/London", gate: {} }],
  sessions: [
    {
      id: "ten",
      event_template_id: "visit",
      day: "2027-03-02",
      start: "10:00",
      end: "11:00",
      start_datetime: "2027-03-02T10:00:00Z",
      end_datetime: "2027-03-02T11:00:00Z",
      cancelled: false,
      is_all_day: false,
      expected: 1,
      in: 0,
      refused: 0,
    },
  ],
  on_site: 0,
  doubles: [],
};
const judge = (session: string | null) =>
  judgeListed(listedTicket({ session }), { state, now, listAt: now, direction: "in" });

test.each([
  ["a ticket to a session of today", "ten", { shown: "welcome", reason: null }],
  [
    "a ticket to a session that was moved to another day since the list was read",
    "moved",
    { shown: "no", reason: "other_day" },
  ],
  ["a ticket without a session", null, { shown: "welcome", reason: null }],
])("%s", (_name, session, judgement) => expect(judge(session)).toMatchObject(judgement));

test("shows the marked answers of a listed ticket, and the number of people of a card", () => {
  const answers = [{ label: "Diet", value: "No nuts" }];
  expect(presentListed(listedTicket({ session: "ten", answers }), state)).toMatchObject({
    kind: "ticket",
    event: "Visit",
    type: "Adult",
    name: "Ada L.",
    session: { start: "10:00" },
    party: null,
    answers,
  });
  const type = { ...listedTicket().type, name: "Family", is_card: true };
  expect(presentListed(listedTicket({ session: null, type, party: 4 }), state)).toMatchObject({
    kind: "card",
    type: "Family",
    party: 4,
  });
});

const hour = 3_600_000;
const passUsedAt = (at: number): Listed =>
  listedTicket({ session: null, visits: 1, lastEntry: { at, by: "Main gate" } });
const judgePass = (listed: Listed, at: number) =>
  judgeListed(listed, { state, now: at, listAt: at - hour, direction: "in" });

test("a pass that was in yesterday is let in today, also by a list from before midnight", () => {
  const yesterday = now - 11 * hour;
  expect(judgePass(passUsedAt(yesterday), now)).toMatchObject({ shown: "welcome" });
  expect(judgePass(passUsedAt(now - 2 * hour), now)).toMatchObject({ shown: "no", reason: "already_in" });
});

test("a pass that was used on another day is not said to be in", () => {
  expect(isInNow(passUsedAt(now - 11 * hour), state, now)).toBe(false);
  expect(isInNow(passUsedAt(now - 2 * hour), state, now)).toBe(true);
  expect(isInNow(listedTicket({ session: "ten" }), state, now)).toBe(false);
  expect(isInNow({ ...passUsedAt(now - 11 * hour), session: "ten" }, state, now)).toBe(true);
});

test("each day on which this device lets a pass in is a visit", () => {
  const kept = (at: number, id: string): KeptScan => ({
    scan: { id, at: new Date(at).toISOString(), offset_ms: 0, direction: "in" },
    subject: "ticket",
    let_in: true,
    at,
    sentAt: null,
  });
  const used = withOwnScans(
    listedTicket({ session: null }),
    [kept(now - 11 * hour, "one"), kept(now - hour, "two")],
    state,
  );
  expect(used).toMatchObject({ visits: 2, lastEntry: { by: "Main gate" } });
  expect(
    withOwnScans(listedTicket({ session: null }), [kept(now - 2 * hour, "one"), kept(now - hour, "two")], state).visits,
  ).toBe(1);
  const type = { ...used.type, gate: { visits: 2 } };
  expect(judgePass({ ...used, type }, now + 24 * hour)).toMatchObject({ shown: "no", reason: "used_up" });
});

test.each([
  ["in the venue's time zone", "Pacific/Kiritimati", "2027-03-03", "welcome"],
  ["of the seller's day, which is over at the venue", "Pacific/Kiritimati", "2027-03-02", "no"],
  ["of the seller's day, in a state of an older version", undefined, "2027-03-02", "welcome"],
])("a ticket for a whole day %s", (_, timezone, day, shown) => {
  const [event, session] = [state.events[0], state.sessions[0]];
  if (!event || !session) throw new Error("the state has both");
  const { timezone: _own, ...older } = event;
  const elsewhere: GateState = {
    ...state,
    events: [timezone === undefined ? older : { ...event, timezone }],
    sessions: [{ ...session, day, is_all_day: true }],
  };
  const at = { state: elsewhere, now: Date.parse("2027-03-02T12:00:00Z"), listAt: now, direction: "in" } as const;
  expect(judgeListed(listedTicket({ session: "ten" }), at)).toMatchObject({ shown });
});

/** New York, 1 November 2026: 01:00 to 02:00 is shown twice, from 05:00 and from 06:00 UTC. */
test.each([
  ["the first 01:30, at the second 01:10", "2026-11-01T05:30:00Z", "2026-11-01T06:10:00Z", "no"],
  ["the second 01:30, at the first 01:40", "2026-11-01T06:30:00Z", "2026-11-01T05:40:00Z", "welcome"],
  ["the second 01:30, at the second 01:40", "2026-11-01T06:30:00Z", "2026-11-01T06:40:00Z", "no"],
])("a session until %s", (_, end_datetime, moment, shown) => {
  const [event, session] = [state.events[0], state.sessions[0]];
  if (!event || !session) throw new Error("the state has both");
  const night: GateState = {
    ...state,
    events: [{ ...event, timezone: "America/New_York" }],
    sessions: [
      {
        ...session,
        day: "2026-11-01",
        start: "00:30",
        end: "01:30",
        start_datetime: "2026-11-01T04:30:00Z",
        end_datetime,
      },
    ],
  };
  const at = Date.parse(moment);
  expect(
    judgeListed(listedTicket({ session: "ten" }), { state: night, now: at, listAt: at, direction: "in" }),
  ).toMatchObject({ shown });
});

test.each([
  ["is over at the venue", "Pacific/Kiritimati", "2027-03-02T09:59:59Z", "2027-03-02T10:00:00Z", "welcome"],
  ["is over at the seller's office alone", "Pacific/Kiritimati", "2027-03-01T23:59:59Z", "2027-03-02T00:00:00Z", "no"],
  [
    "is over at the venue, west of the seller",
    "Pacific/Pago_Pago",
    "2027-03-02T10:59:59Z",
    "2027-03-02T11:00:00Z",
    "welcome",
  ],
  [
    "is over at the seller's office alone, to the east",
    "Pacific/Pago_Pago",
    "2027-03-01T23:59:59Z",
    "2027-03-02T00:00:00Z",
    "no",
  ],
])("a pass after midnight, when the day of its visit %s", (_, timezone, visited, scanned, shown) => {
  const [event] = state.events;
  if (!event) throw new Error("the state has one");
  const elsewhere = { ...state, events: [{ ...event, timezone }] };
  const at = Date.parse(scanned);
  const { shown: answer } = judgeListed(passUsedAt(Date.parse(visited)), {
    state: elsewhere,
    now: at,
    listAt: at,
    direction: "in",
  });
  expect(answer).toBe(shown);
});
