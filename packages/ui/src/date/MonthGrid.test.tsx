import { useState } from "react";
import { expect, test } from "vitest";
import { MonthGrid } from "./MonthGrid.tsx";
import { allByRole, byRole, focus, key, press, show } from "../../test/dom.tsx";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map((long) => ({
  long,
  short: long.slice(0, 2),
}));

type CalendarProps = { readonly onSelect?: (day: string) => void; readonly weekStart?: number; readonly from?: string };

function Calendar({ onSelect, weekStart = 0, from = "2026-11-03" }: CalendarProps) {
  const [focused, setFocused] = useState("2026-11-24");
  const common = {
    weekdays,
    weekStart,
    unlistedLabel: (day: string) => `${day}, not available`,
    focused,
    onFocusedChange: setFocused,
    onSelect: onSelect ?? (() => undefined),
    from,
    until: "2026-12-20",
  };
  return (
    <>
      <MonthGrid
        {...common}
        month="2026-11"
        title="November 2026"
        days={[
          { day: "2026-11-24", label: "November 24", enabled: true, selected: true },
          { day: "2026-11-25", label: "November 25, sold out", enabled: false, tooltip: "Sold out" },
        ]}
      />
      <MonthGrid {...common} month="2026-12" title="December 2026" days={[]} />
    </>
  );
}

const at = (day: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (!found) throw new Error(`${day} is not shown`);
  return found;
};
const here = () => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset["day"] : undefined);

test.each([
  ["ArrowRight", "2026-11-25"],
  ["ArrowLeft", "2026-11-23"],
  ["ArrowUp", "2026-11-17"],
  ["ArrowDown", "2026-12-01"],
  ["Home", "2026-11-22"],
  ["End", "2026-11-28"],
  ["PageDown", "2026-12-20"],
  ["PageUp", "2026-11-03"],
])("%s from November 24 goes to %s, within the window", (name, day) => {
  show(<Calendar />);
  focus(at("2026-11-24"));
  key(name);
  expect(here()).toBe(day);
  expect(at(day).tabIndex).toBe(0);
});

test("a single day of both months is in the tab order", () => {
  show(<Calendar />);
  expect(
    [...document.querySelectorAll<HTMLElement>("[data-day]")]
      .filter((day) => day.tabIndex === 0)
      .map((day) => day.dataset["day"]),
  ).toEqual(["2026-11-24"]);
});

test("does not take the focus from elsewhere on the page", () => {
  const { update } = show(
    <MonthGrid
      weekdays={weekdays}
      weekStart={0}
      unlistedLabel={(day) => day}
      focused="2026-11-24"
      onFocusedChange={() => undefined}
      onSelect={() => undefined}
      from="2026-11-01"
      until="2026-11-30"
      month="2026-11"
      title="November"
      days={[]}
    />,
  );
  update(
    <MonthGrid
      weekdays={weekdays}
      weekStart={0}
      unlistedLabel={(day) => day}
      focused="2026-11-25"
      onFocusedChange={() => undefined}
      onSelect={() => undefined}
      from="2026-11-01"
      until="2026-11-30"
      month="2026-11"
      title="November"
      days={[]}
    />,
  );
  expect(document.activeElement).toBe(document.body);
});

test("shows the label as a tooltip of the cell, as on the button it would be read twice", () => {
  show(<Calendar />);
  expect(at("2026-11-25").closest("td")?.title).toBe("Sold out");
  expect(at("2026-11-25").title).toBe("");
  expect(at("2026-11-24").closest("td")?.title).toBe("");
});

test("a press selects only a day that is on sale", () => {
  const chosen: string[] = [];
  show(<Calendar onSelect={(day) => chosen.push(day)} />);
  press(byRole("button", "November 24"));
  press(byRole("button", "November 25, sold out"));
  press(at("2026-11-26"));
  expect(chosen).toEqual(["2026-11-24"]);
});

test("November 2026 begins on a Sunday and has five weeks; the chosen day is marked", () => {
  show(<Calendar />);
  const november = allByRole("grid")[0];
  expect(november?.querySelectorAll("tbody tr")).toHaveLength(5);
  expect(november?.querySelector("tbody td")?.textContent).toBe("1");
  expect(at("2026-11-24").closest("td")?.getAttribute("aria-selected")).toBe("true");
});

const firstWeek = () =>
  [...(allByRole("grid")[0]?.querySelectorAll("tbody tr:first-child td") ?? [])].map((cell) => cell.textContent);
const weekdayNames = () =>
  [...(allByRole("grid")[0]?.querySelectorAll("th") ?? [])].map((heading) => heading.textContent);

test("weeks begin on the given weekday, and Home and End stay within them", () => {
  show(<Calendar weekStart={1} />);
  expect(weekdayNames()).toEqual(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]);
  focus(at("2026-11-24"));
  key("Home");
  expect(here()).toBe("2026-11-23");
  key("End");
  expect(here()).toBe("2026-11-29");
});

test("weeks before the first day are left out, and its own week is whole", () => {
  show(<Calendar from="2026-11-24" />);
  expect(firstWeek()).toEqual(["22", "23", "24", "25", "26", "27", "28"]);
  expect(document.querySelector('[data-day="2026-11-21"]')).toBeNull();
});

test("reads out the date and the state of a day that is not listed", () => {
  show(<Calendar />);
  expect(at("2026-11-26").getAttribute("aria-label")).toBe("2026-11-26, not available");
  expect(at("2026-11-26").getAttribute("aria-disabled")).toBe("true");
});
