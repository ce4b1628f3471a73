import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ChapterForm } from "../ChapterFields.tsx";
import { SessionCalendar } from "./SessionCalendar.tsx";

// Noon in New York.
beforeAll(() => void vi.useFakeTimers({ now: new Date("2027-03-05T17:00:00Z") }));
afterAll(() => void vi.useRealTimers());

test("sessions that have begun today are shown in the calendar of a draft, and only later ones can be changed", () => {
  const event = {
    schedules: [
      {
        from: "2027-03-01",
        until: "2027-03-31",
        capacity: 50,
        weekly: [{ on: "daily", at: ["10:00", "14:00"], minutes: 60 }],
      },
    ],
  };
  const calendar = createElement(SessionCalendar, {
    event,
    timezone: "America/New_York",
    today: "2027-03-05",
    onEdit: () => undefined,
  });
  const form = { problems: [], doubts: [], chapter: "event/one", isReadOnly: false };
  const html = renderToStaticMarkup(createElement(ChapterForm, { value: form }, calendar));
  expect(html).toContain("10:00–11:00");
  expect([...html.matchAll(/aria-label="Change (\S+)"/g)].map(([, start]) => start)).toEqual(["14:00"]);
  expect(html.match(/Has begun/g)).toHaveLength(1);
});
