import type { Day, Money } from "@foyer/contract/basics.ts";
import type { MessageRule, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { EventConfig } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { messagesFor, type SelectedTicket } from "../catalog/messageRules.ts";
import { availabilityLabel } from "../catalog/availabilityLabel.ts";

/** Where prices are shown. Ticket prices always are. */
export type PriceDisplaySetting = "all" | "sessions_and_tickets" | "off";
export const showsPrices = (setting: PriceDisplaySetting | undefined, where: "dates" | "sessions"): boolean =>
  (setting ?? "all") === "all" || (setting === "sessions_and_tickets" && where === "sessions");

/** Localised strings for the parts of a day. */
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
  /** Why it cannot be selected; undefined if it can. */
  readonly unavailableReason: string | undefined;
  /** Formatted prices: 'from $12', or those of the types that the event names. Empty if dates show no prices. */
  readonly prices: readonly string[];
  /** The short form of the first price: '$12'. */
  readonly shortPrice: string | undefined;
  readonly badges: readonly string[];
  /** Few tickets are left; the calendar marks the day. */
  readonly isFewLeft: boolean;
  readonly annotations: readonly string[];
  /** The tooltip of a day in a calendar, whose cell only has room for a price. */
  readonly tooltip: string | undefined;
  /** Everything in one label for screen readers. */
  readonly ariaLabel: string;
};

export type PickerDaySettings = {
  readonly rules: readonly MessageRule[];
  /** The tickets chosen so far, for annotations that depend on them. */
  readonly chosen?: readonly SelectedTicket[];
  readonly price_display: PriceDisplaySetting | undefined;
  /** The prefixes of the event's prices. */
  readonly prefixes: PricePrefixes;
  readonly threshold: number | undefined;
  readonly strings: DayStrings;
};

/** The days of a calendar, prepared for the date picker. */
export const pickerDays = (days: readonly CalendarDate[], settings: PickerDaySettings): readonly PickerDay[] =>
  days.map((day) => pickerDay(day, settings));

const pickerDay = (
  day: CalendarDate,
  { rules, chosen, price_display, prefixes, threshold, strings }: PickerDaySettings,
): PickerDay => {
  const enabled = day.status === "available";
  const refused = enabled ? undefined : day.status === "sold_out" ? strings.sold_out : strings.not_available;
  const shown = enabled && showsPrices(price_display, "dates") ? shownPrices(day, prefixes) : [];
  const prices = shown.map(({ amount, prefix }) => strings.price(amount, prefix));
  const availability = enabled ? availabilityLabel(day.left, threshold) : undefined;
  const annotations = messagesFor(rules, "date_annotation", { day: day.date, chosen });
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

/** Texts before a price: 'from' before the lowest of several, the event's own for its named types. */
export type PricePrefixes = { readonly lowest: string; readonly primary: string; readonly secondary: string };

/** The prices of a day or a session. */
export type Priced = {
  readonly min_price: Money | null;
  readonly primary_price?: Money | null | undefined;
  readonly secondary_price?: Money | null | undefined;
};

/** Are there several prices? Free types are ignored, as in the lowest price. */
export const hasSeveralPrices = (
  types: readonly Pick<TicketType, "available" | "discounted_amount" | "currency_amount_min">[],
): boolean =>
  types.some((type) => type.available && type.currency_amount_min !== null) ||
  new Set(
    types.filter((type) => type.available && Number(type.discounted_amount) > 0).map((type) => type.discounted_amount),
  ).size > 1;

/**
 * The prefixes for a list of days or sessions. A primary type without an own prefix gets 'from' if prices differ.
 * `isOneOfSeveral`: the lowest price represents higher ones that are not shown.
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
 * The prices to show for a day or a session: of the types that the event names, or the lowest if it names none or
 * this visitor cannot buy the first.
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

/** The maximum number of date buttons before 'More dates'. */
export const maxDateButtons = 8;
/** The maximum number of sold-out buttons, which explain gaps between the available days. */
const maxSoldOutButtons = 2;

/**
 * The days shown as buttons, from the first that can be chosen. A sold-out day is shown only if there is also room for the
 * available day after it; an available day that cannot be chosen is shown with its reason.
 */
export const dateButtonDays = (days: readonly PickerDay[], limit: number = maxDateButtons): readonly PickerDay[] => {
  const start = days.findIndex((day) => day.enabled);
  if (start < 0) return days.filter((day) => day.status !== "other").slice(0, limit);
  const shown: PickerDay[] = [];
  let soldOut = 0;
  let gap: PickerDay[] = [];
  for (const day of days.slice(start)) {
    if (shown.length === limit) break;
    if (day.status === "available") {
      const shownGap = gap.slice(0, Math.min(limit - shown.length - 1, maxSoldOutButtons - soldOut));
      shown.push(...shownGap, day);
      soldOut += shownGap.length;
      gap = [];
    } else if (day.status === "sold_out") gap.push(day);
  }
  return shown;
};
