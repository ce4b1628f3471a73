import type { Day, Money } from "@foyer/contract/basics.ts";
import type { EventConfig, MessageRule, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { messagesFor } from "../catalog/messageRules.ts";
import { availabilityLabel } from "../catalog/availabilityLabel.ts";

/** Which prices are shown where (document 2 §9). Prices of tickets always are. */
export type PriceDisplaySetting = "all" | "sessions_and_tickets" | "off";
export const showsPrices = (setting: PriceDisplaySetting | undefined, where: "dates" | "sessions"): boolean =>
  (setting ?? "all") === "all" || (setting === "sessions_and_tickets" && where === "sessions");

/** How the seller's language says the parts of a day. */
export type DayStrings = {
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
  readonly unavailableReason: string | undefined;
  /** 'from $12', or the prices of the types that the event names, where dates show prices. */
  readonly prices: readonly string[];
  /** '$12', for where there is room for no more. */
  readonly shortPrice: string | undefined;
  readonly badges: readonly string[];
  /** Few are left: the calendar marks it. */
  readonly isFewLeft: boolean;
  readonly annotations: readonly string[];
  /** What a pointer is told of a day in a calendar, which has room for a price alone. */
  readonly tooltip: string | undefined;
  /** All of it as one sentence. */
  readonly ariaLabel: string;
};

export type PickerDaySettings = {
  readonly rules: readonly MessageRule[];
  readonly price_display: PriceDisplaySetting | undefined;
  /** How the event's prices are written. */
  readonly prefixes: PricePrefixes;
  readonly threshold: number | undefined;
  readonly strings: DayStrings;
};

/** The days of a calendar as the date picker shows and says them. */
export const pickerDays = (days: readonly CalendarDate[], settings: PickerDaySettings): readonly PickerDay[] =>
  days.map((day) => pickerDay(day, settings));

const pickerDay = (
  day: CalendarDate,
  { rules, price_display, prefixes, threshold, strings }: PickerDaySettings,
): PickerDay => {
  const enabled = day.status === "available";
  const refused = enabled ? undefined : day.status === "sold_out" ? strings.sold_out : strings.not_available;
  const shown = enabled && showsPrices(price_display, "dates") ? shownPrices(day, prefixes) : [];
  const prices = shown.map(({ amount, prefix }) => strings.price(amount, prefix));
  const availability = enabled ? availabilityLabel(day.left, threshold) : undefined;
  const annotations = messagesFor(rules, "date_annotation", { day: day.date });
  const badges = [
    ...(availability ? [availability.kind === "few" ? strings.few : strings.left(availability.left)] : []),
    ...annotations,
  ];
  return {
    date: day.date,
    enabled,
    status: day.status,
    unavailableReason: refused,
    prices,
    shortPrice: shown[0] && strings.price(shown[0].amount, ""),
    badges,
    isFewLeft: availability !== undefined,
    annotations,
    tooltip: [...(refused === undefined ? [] : [refused]), ...badges].join(", ") || undefined,
    ariaLabel: [strings.date(day.date), refused, ...prices, ...badges]
      .filter((part) => part !== undefined && part !== "")
      .join(", "),
  };
};

/** What is put before a price. The lowest of several has 'from' before it; types that the event names have its words. */
export type PricePrefixes = { readonly lowest: string; readonly primary: string; readonly secondary: string };

/** A day or a session, as far as its prices go. */
export type Priced = {
  readonly min_price: Money | null;
  readonly primary_price?: Money | null | undefined;
  readonly secondary_price?: Money | null | undefined;
};

/** Do the tickets cost more than one thing? Free ones are passed over, as they are where the lowest price is looked for. */
export const hasSeveralPrices = (
  types: readonly Pick<TicketType, "available" | "discounted_amount" | "currency_amount_min">[],
): boolean =>
  types.some((type) => type.available && type.currency_amount_min !== null) ||
  new Set(
    types.filter((type) => type.available && Number(type.discounted_amount) > 0).map((type) => type.discounted_amount),
  ).size > 1;

/**
 * The prefixes for days or sessions beside each other. An event that gives its primary type no words of its own gets
 * 'from' where the prices differ, as any lowest price does; `isOneOfSeveral` says that the lowest price stands for dearer
 * ones that are not shown.
 */
export const pricePrefixes = (
  display: EventConfig["price_display"],
  priced: readonly Priced[],
  from: string,
  isOneOfSeveral = false,
): PricePrefixes => {
  const differs = (of: (one: Priced) => Money | null | undefined) =>
    new Set(priced.map(of).filter((price) => price !== null && price !== undefined)).size > 1;
  return {
    lowest: display?.primary_prefix ?? (isOneOfSeveral || differs((one) => one.min_price) ? from : ""),
    primary: display?.primary_prefix ?? (differs((one) => one.primary_price) ? from : ""),
    secondary: display?.secondary_prefix ?? "",
  };
};

/**
 * The prices that a day or a session shows: of the types that the event names, or the lowest where it names none or
 * this visitor cannot buy the first of them.
 */
export const shownPrices = (
  { min_price, primary_price, secondary_price }: Priced,
  prefixes: PricePrefixes,
): readonly { readonly amount: Money; readonly prefix: string }[] => {
  const primary = primary_price ?? null;
  const secondary = secondary_price ?? null;
  return [
    ...(primary !== null
      ? [{ amount: primary, prefix: prefixes.primary }]
      : min_price !== null
        ? [{ amount: min_price, prefix: prefixes.lowest }]
        : []),
    ...(secondary === null ? [] : [{ amount: secondary, prefix: prefixes.secondary }]),
  ];
};

/** Buttons before 'more dates' (document 2 §9). */
export const maxDateButtons = 8;
/** So many of them at most are sold out: gaps that a visitor would wonder about, without pushing out what can be had. */
const maxSoldOutButtons = 2;

/** The days that are buttons: from the first available on, with the first sold-out ones in their place. */
export const dateButtonDays = (days: readonly PickerDay[], limit: number = maxDateButtons): readonly PickerDay[] => {
  const start = days.findIndex((day) => day.enabled);
  const shown: PickerDay[] = [];
  let soldOut = 0;
  for (const day of start < 0 ? days : days.slice(start)) {
    if (shown.length === limit) break;
    if (day.status === "other") continue;
    if (day.status === "sold_out" && start >= 0 && ++soldOut > maxSoldOutButtons) continue;
    shown.push(day);
  }
  // Nobody needs to see that the row ends with what is gone.
  while (start >= 0 && shown.at(-1)?.enabled === false) shown.pop();
  return shown;
};
