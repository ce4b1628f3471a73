import { expect, test } from "vitest";
import { judgeListed, presentListed, type Listed } from "./gateList.ts";
import type { GateState } from "./gateStore.ts";

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
  events: [{ id: "visit", name: "Visit", gate: {} }],
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
const ticket = (session: string | null): Listed => ({
  id: "ticket",
  mac: "00",
  type: { event_template_id: "visit", venue_id: null, name: "Adult", admits: true, is_card: false, gate: {} },
  session,
  state: "booked",
  isReplaced: false,
  validFrom: null,
  validTo: null,
  name: "Ada L.",
  seat: "",
  visits: 0,
  wasInToday: false,
  isInside: false,
  lastEntry: null,
  party: null,
  answers: [],
});
const judge = (session: string | null) => judgeListed(ticket(session), { state, now, listAt: now, direction: "in" });

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
  expect(presentListed({ ...ticket("ten"), answers }, state)).toMatchObject({
    kind: "ticket",
    event: "Visit",
    type: "Adult",
    name: "Ada L.",
    session: { start: "10:00" },
    party: null,
    answers,
  });
  const type = { ...ticket(null).type, name: "Family", is_card: true };
  expect(presentListed({ ...ticket(null), type, party: 4 }, state)).toMatchObject({
    kind: "card",
    type: "Family",
    party: 4,
  });
});
