import { expect, test } from "vitest";
import { calendarDays } from "./calendarDays.ts";

const session = { local_day: "2026-11-21", open: true, left: 10, price: { price: 2000, fees: 150 } };

test.each([
  ["has the values of its only session", [session], { sessions: 1, left: 10, lowest: { price: 2000, fees: 150 } }],
  [
    "adds up the places of its sessions",
    [session, { ...session, left: 5 }],
    { sessions: 2, left: 15, lowest: { price: 2000, fees: 150 } },
  ],
  [
    "is unlimited with one unlimited session",
    [session, { ...session, left: Infinity }],
    { sessions: 2, left: Infinity, lowest: { price: 2000, fees: 150 } },
  ],
  [
    "ignores the price of a sold-out session",
    [session, { ...session, open: false, left: 0, price: { price: 500, fees: 0 } }],
    { sessions: 1, left: 10, lowest: { price: 2000, fees: 150 } },
  ],
  [
    "has the lowest price of its open sessions",
    [session, { ...session, price: { price: 500, fees: 0 } }],
    { sessions: 2, left: 20, lowest: { price: 500, fees: 0 } },
  ],
  [
    "has no price if all sessions are sold out",
    [{ ...session, open: false, left: 0 }],
    { sessions: 0, left: 0, lowest: undefined },
  ],
])("a day %s", (_, sessions, day) =>
  expect(calendarDays(sessions)).toEqual([{ date: "2026-11-21", named: {}, ...day }]),
);

test("returns days in the order of their sessions", () => {
  expect(
    calendarDays([session, { ...session, local_day: "2026-11-22" }, session]).map(({ date, sessions }) => [
      date,
      sessions,
    ]),
  ).toEqual([
    ["2026-11-21", 2],
    ["2026-11-22", 1],
  ]);
});
