import { expect, test } from "vitest";
import type { BootData } from "@foyer/contract/boot.ts";
import type { PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack, useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { allByRole, byRole, focus, key, press, show } from "@foyer/ui/test/dom.tsx";
import { BootProvider } from "../../../shared/seller/seller.tsx";
import { dateModalName } from "./dateModalName.ts";
import { DateModal } from "./DateModal.tsx";

const boot = (locale: string, timezone: string): BootData => ({
  seller: {
    id: "00000000-0000-4000-8000-000000000009",
    slug: "garden",
    name: "Garden",
    default_currency_code: "GBP",
    locale,
    timezone,
    meta: {},
    theme: {},
    strings: {},
    web: {},
    configuration: {},
  },
  base: "/garden",
  flags: {},
  environment: "production",
  now: "2026-11-19T12:00:00Z",
  origin: "http://localhost",
  shown: { route: "event", path: "/events/1", search: "" },
});
const openDay = (date: string): PickerDay => ({
  date,
  enabled: true,
  status: "available",
  unavailableReason: undefined,
  prices: [],
  shortPrice: undefined,
  badges: [],
  isFewLeft: false,
  annotations: [],
  tooltip: undefined,
  ariaLabel: date,
});
type OpenerProps = {
  readonly days: readonly string[];
  readonly timezone: string;
  readonly onChoose: (day: string) => void;
};
function Opener({ days, timezone, onChoose }: OpenerProps) {
  const { open } = useModal(dateModalName);
  return (
    <>
      <button type="button" onClick={open}>
        All dates
      </button>
      <DateModal days={days.map(openDay)} timezone={timezone} day={undefined} onChoose={onChoose} />
    </>
  );
}
const chosen: string[] = [];
const london = "Europe/London";
const open = (locale: string, ...days: readonly string[]) => openIn({ seller: london, venue: london }, locale, ...days);
const openIn = (
  zones: { readonly seller: string; readonly venue: string },
  locale: string,
  ...days: readonly string[]
) => {
  chosen.length = 0;
  show(
    <BootProvider boot={boot(locale, zones.seller)}>
      <Announcer>
        <ModalStack>
          <Opener days={days} timezone={zones.venue} onChoose={(day) => chosen.push(day)} />
        </ModalStack>
      </Announcer>
    </BootProvider>,
  );
  press(byRole("button", "All dates"));
};
const shownDays = () =>
  [...document.querySelectorAll<HTMLElement>("[data-day]")].map((day) => day.dataset["day"] ?? "");
const dayButton = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`) as HTMLElement;

test.each([
  ["en-US", "Sunday", "2026-11-15"],
  ["en-GB", "Monday", "2026-11-16"],
  ["en-AU", "Monday", "2026-11-16"],
])("in %s weeks begin on a %s, and the calendar with the current week", (locale, weekday, first) => {
  open(locale, "2026-11-21", "2026-12-02");
  expect(document.querySelector("th")?.getAttribute("aria-label")).toBe(weekday);
  expect(shownDays()[0]).toBe(first);
});

test.each([
  ["ahead of the seller's", { seller: london, venue: "Pacific/Kiritimati" }, "2026-11-20"],
  ["behind the seller's", { seller: "Pacific/Kiritimati", venue: london }, "2026-11-19"],
])("today is the day at the venue, %s, and the focus reaches it", (_, zones, today) => {
  openIn(zones, "en-GB", today, "2026-12-02");
  expect(document.querySelector('[aria-current="date"]')?.getAttribute("data-day")).toBe(today);
  focus(dayButton("2026-12-02"));
  for (let week = 0; week < 3; week++) key("ArrowUp");
  expect(document.activeElement).toBe(dayButton(today));
});

test("reads out the date and the state of days that are not on sale", () => {
  open("en-GB", "2026-11-21", "2026-12-02");
  expect(dayButton("2026-11-24").getAttribute("aria-label")).toMatch(/^Tuesday,? 24 November 2026, Not available$/);
  press(dayButton("2026-11-24"));
  expect(chosen).toEqual([]);
});

test("shows months without a day on sale, and the arrow keys cross them", () => {
  open("en-GB", "2026-11-21", "2027-01-02");
  expect(allByRole("grid")).toHaveLength(3);
  focus(dayButton("2026-11-21"));
  for (let week = 0; week < 6; week++) key("ArrowDown");
  expect((document.activeElement as HTMLElement).dataset["day"]).toBe("2027-01-02");
  press(document.activeElement as HTMLElement);
  expect(chosen).toEqual(["2027-01-02"]);
});

test("starts with the whole first month when nothing is on sale this month", () => {
  open("en-GB", "2027-01-20");
  expect(shownDays()[0]).toBe("2027-01-01");
});
