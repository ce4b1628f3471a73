import type { Day, Money } from "@foyer/contract/basics.ts";
import type { EventConfig, MessageRule } from "@foyer/contract/catalog.ts";
import type { CalendarDate } from "@foyer/contract/sessions.ts";
import { messagesFor } from "./messages.ts";
import { leftSaid } from "./sessions.ts";

/** Which prices are shown where (document 2 §9). Prices of tickets always are. */
export type PriceDisplaySetting = "all" | "sessions_and_tickets" | "off";
export const showsPrices = (setting: PriceDisplaySetting | undefined, where: "dates" | "sessions"): boolean =>
  (setting ?? "all") === "all" || (setting === "sessions_and_tickets" && where === "sessions");

/** How the seller's language says the parts of a day. */
export type DayWords = {
  readonly date: (day: Day) => string;
  readonly price: (amount: Money, prefix: string) => string;
  readonly few: string;
  readonly left: (count: number) => string;
  readonly sold_out: string;
  readonly not_available: string;
};

export type PickerDay = {
  readonly date: Day;
  readonly enabled: boolean;
  readonly status: CalendarDate["status"];
  /** Why it cannot be chosen; undefined when it can. */
  readonly refused: string | undefined;
  /** 'from $12', where dates show prices. */
  readonly price: string | undefined;
  /** '$12', for where there is room for no more. */
  readonly shortPrice: string | undefined;
  readonly badges: readonly string[];
  /** Few are left: the calendar marks it. */
  readonly few: boolean;
  readonly annotations: readonly string[];
  /** All of it as one sentence. */
  readonly ariaLabel: string;
};

export type DaySettings = {
  readonly rules: readonly MessageRule[];
  readonly price_display: PriceDisplaySetting | undefined;
  readonly pricePrefix: string;
  readonly threshold: number | undefined;
  readonly words: DayWords;
};

/** The days of a calendar as the date picker shows and says them. */
export const pickerDays = (days: readonly CalendarDate[], settings: DaySettings): readonly PickerDay[] =>
  days.map((day) => pickerDay(day, settings));

const pickerDay = (
  day: CalendarDate,
  { rules, price_display, pricePrefix, threshold, words }: DaySettings,
): PickerDay => {
  const enabled = day.status === "available";
  const refused = enabled ? undefined : day.status === "sold_out" ? words.sold_out : words.not_available;
  const amount = enabled && showsPrices(price_display, "dates") ? day.min_price : null;
  const price = amount === null ? undefined : words.price(amount, pricePrefix);
  const said = enabled ? leftSaid(day.left, threshold) : undefined;
  const annotations = messagesFor(rules, "date_annotation", { day: day.date });
  const badges = [...(said ? [said.kind === "few" ? words.few : words.left(said.left)] : []), ...annotations];
  return {
    date: day.date,
    enabled,
    status: day.status,
    refused,
    price,
    shortPrice: amount === null ? undefined : words.price(amount, ""),
    badges,
    few: said !== undefined,
    annotations,
    ariaLabel: [words.date(day.date), refused, price, ...badges]
      .filter((part) => part !== undefined && part !== "")
      .join(", "),
  };
};

/** The event's own prefix; 'from' where a day may cost more than one price. */
export const pricePrefixOf = (display: EventConfig["price_display"], prices: readonly Money[], from: string): string =>
  display?.primary_prefix ?? (new Set(prices).size > 1 ? from : "");

/** Buttons before 'more dates' (document 2 §9). */
export const dateButtons = 8;
/** So many of them at most are sold out: gaps that a visitor would wonder about, without pushing out what can be had. */
const soldOutButtons = 2;

/** The days that are buttons: from the first available on, with the first sold-out ones in their place. */
export const firstDays = (days: readonly PickerDay[], limit: number = dateButtons): readonly PickerDay[] => {
  const start = days.findIndex((day) => day.enabled);
  const shown: PickerDay[] = [];
  let soldOut = 0;
  for (const day of start < 0 ? days : days.slice(start)) {
    if (shown.length === limit) break;
    if (day.status === "other") continue;
    if (day.status === "sold_out" && start >= 0 && ++soldOut > soldOutButtons) continue;
    shown.push(day);
  }
  // Nobody needs to see that the row ends with what is gone.
  while (start >= 0 && shown.at(-1)?.enabled === false) shown.pop();
  return shown;
};
