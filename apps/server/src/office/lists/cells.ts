import type { MemberListRow } from "@foyer/contract/office/members/memberList.ts";
import type {
  MemberColumn,
  OrderColumn,
  PersonColumn,
  TicketColumn,
} from "@foyer/contract/office/orders/rowDownloads.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { OrderFileRow, TicketFileRow } from "./listedRows.ts";
import type { PersonListRow } from "./rows.sql.ts";
import type { Cell } from "../downloads/table.ts";

/** The content of a column for a row. */
export type CellOf<Row> = (row: Row, seller: Seller) => Cell;

const text = (value: string | null): Cell => ({ kind: "text", text: value ?? "" });
const number = (value: number): Cell => ({ kind: "number", number: value });
const amount = (value: string, currency: string): Cell => ({
  kind: "amount",
  amount: value,
  digits: currencyExponent(currency),
});
/** A moment to the minute in a place's time zone: '2026-11-21 10:30'. */
const moment = (at: string | null, timezone: string): Cell => {
  if (at === null) return text("");
  const clock = Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDateTime();
  return text(clock.toString({ smallestUnit: "minute" }).replace("T", " "));
};
const day = (at: string, timezone: string): Cell => ({
  kind: "day",
  day: Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString(),
});
const visit = (at: string, { timezone, isDay }: { readonly timezone: string; readonly isDay: boolean }): Cell =>
  isDay ? day(at, timezone) : moment(at, timezone);

export const orderCells: Readonly<Record<OrderColumn, CellOf<OrderFileRow>>> = {
  order_number: ({ order_number }) => number(order_number),
  sold_at: ({ sold_at }, { timezone }) => moment(sold_at, timezone),
  first_name: ({ first_name }) => text(first_name),
  last_name: ({ last_name }) => text(last_name),
  email: ({ email }) => text(email),
  phone: ({ phone }) => text(phone),
  events: ({ events }) => text(events.join(", ")),
  visit: ({ visit: first }) =>
    first ? visit(first.start_datetime, { timezone: first.timezone, isDay: first.all_day }) : text(""),
  tickets: ({ tickets }) => number(tickets),
  total: ({ total, currency }) => amount(total, currency),
  refunded: ({ refunded, currency }) => amount(refunded, currency),
  due: ({ due, currency }) => amount(due, currency),
  currency: ({ currency }) => text(currency),
  state: ({ state }) => text(state),
  channel: ({ channel }) => text(channel),
  codes: ({ codes }) => text(codes),
  answers: ({ answers }) => text(answers),
  notes: ({ notes }) => text(notes),
};

export const ticketCells: Readonly<Record<TicketColumn, CellOf<TicketFileRow>>> = {
  order_number: ({ order_number }) => number(order_number),
  sold_at: ({ sold_at }, { timezone }) => moment(sold_at, timezone),
  purchaser: ({ first_name, last_name }) => text([first_name, last_name].filter(Boolean).join(" ")),
  email: ({ email }) => text(email),
  attendee: ({ admit_name }) => text(admit_name),
  attendee_email: ({ admit_email }) => text(admit_email),
  event: ({ event }) => text(event),
  visit: ({ start_datetime, end_datetime, timezone, event_type, names_start }) => {
    if (start_datetime === null || end_datetime === null) return text("");
    const isDay = isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false });
    return visit(start_datetime, { timezone, isDay });
  },
  type: ({ type }) => text(type),
  seat: ({ seat }) => text(seat),
  face_value: ({ face_value, currency }) => amount(toDecimal(face_value, currency), currency),
  price: ({ adjusted_value, currency }) => amount(toDecimal(adjusted_value, currency), currency),
  fees: ({ fees, currency }) => amount(toDecimal(fees, currency), currency),
  currency: ({ currency }) => text(currency),
  state: ({ state }) => text({ booked: "valid", redeemed: "used", cancelled: "cancelled" }[state]),
  first_entry: ({ first_entry, timezone }) => moment(first_entry, timezone),
  answers: ({ answers }) => text(answers),
  notes: ({ notes }) => text(notes),
};

export const personCells: Readonly<Record<PersonColumn, CellOf<PersonListRow>>> = {
  first_name: ({ first_name }) => text(first_name),
  last_name: ({ last_name }) => text(last_name),
  email: ({ email }) => text(email),
  phone: ({ phone }) => text(phone),
  city: ({ city }) => text(city),
  zip_code: ({ zip_code }) => text(zip_code),
  country: ({ country }) => text(country),
  has_account: ({ has_account }) => text(has_account ? "yes" : "no"),
  orders: ({ orders }) => number(orders),
  first_order: ({ first_order }, { timezone }) => day(first_order, timezone),
  last_order: ({ last_order }, { timezone }) => day(last_order, timezone),
  total: ({ total }, { default_currency_code: currency }) => amount(toDecimal(total, currency), currency),
  refunded: ({ refunded }, { default_currency_code: currency }) => amount(toDecimal(refunded, currency), currency),
  currency: (_, { default_currency_code }) => text(default_currency_code),
};

export const memberCells: Readonly<Record<MemberColumn, CellOf<MemberListRow>>> = {
  member_number: ({ member_number }) => text(member_number),
  name: ({ name }) => text(name),
  email: ({ email }) => text(email),
  level: ({ level }) => text(level),
  type: ({ type }) => text(type),
  state: ({ state }) => text(state),
  valid_from: ({ valid_from }, { timezone }) => day(valid_from, timezone),
  valid_to: ({ valid_to }, { timezone }) => (valid_to === null ? text("") : lastDay(valid_to, timezone)),
  renewal: ({ renewal }) => text(renewal),
  order_number: ({ order_number }) => number(order_number),
};

/** The end of a term is exclusive, so its last day is the day before. */
const lastDay = (end: string, timezone: string): Cell =>
  day(Temporal.Instant.from(end).subtract({ milliseconds: 1 }).toString(), timezone);
