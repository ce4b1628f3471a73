import * as z from "zod/mini";
import { sortOf } from "../listShape.ts";
import { memberFilters, memberList } from "../members/memberList.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { orderFilters, orderList } from "./orders.ts";

/** A column of a download. Survey answers and notes (`isOnlyChosen`) are included only if the user chooses them. */
type DownloadColumn = { readonly label: string; readonly isOnlyChosen?: true };

export const orderColumns = {
  order_number: { label: "Order number" },
  sold_at: { label: "Sold at" },
  first_name: { label: "First name" },
  last_name: { label: "Last name" },
  email: { label: "Email" },
  phone: { label: "Telephone" },
  events: { label: "Events" },
  visit: { label: "First visit" },
  tickets: { label: "Tickets" },
  total: { label: "Total" },
  refunded: { label: "Refunded" },
  due: { label: "Due" },
  currency: { label: "Currency" },
  state: { label: "State" },
  channel: { label: "Sold through" },
  codes: { label: "Promo codes" },
  answers: { label: "Survey answers", isOnlyChosen: true },
  notes: { label: "Notes", isOnlyChosen: true },
} as const satisfies Readonly<Record<string, DownloadColumn>>;

export const ticketColumns = {
  order_number: { label: "Order number" },
  sold_at: { label: "Sold at" },
  purchaser: { label: "Purchaser" },
  email: { label: "Purchaser's email" },
  attendee: { label: "Attendee" },
  attendee_email: { label: "Attendee's email" },
  event: { label: "Event" },
  visit: { label: "Visit" },
  type: { label: "Ticket type" },
  seat: { label: "Seat" },
  face_value: { label: "Face value" },
  price: { label: "Price" },
  fees: { label: "Fees" },
  currency: { label: "Currency" },
  state: { label: "State" },
  first_entry: { label: "First entry" },
  answers: { label: "Survey answers", isOnlyChosen: true },
  notes: { label: "Notes on the order", isOnlyChosen: true },
} as const satisfies Readonly<Record<string, DownloadColumn>>;

export const personColumns = {
  first_name: { label: "First name" },
  last_name: { label: "Last name" },
  email: { label: "Email" },
  phone: { label: "Telephone" },
  city: { label: "City" },
  zip_code: { label: "Postcode" },
  country: { label: "Country" },
  has_account: { label: "Has an account" },
  orders: { label: "Orders" },
  first_order: { label: "First order" },
  last_order: { label: "Last order" },
  total: { label: "Total" },
  refunded: { label: "Refunded" },
  currency: { label: "Currency" },
} as const satisfies Readonly<Record<string, DownloadColumn>>;

export const memberColumns = {
  member_number: { label: "Member number" },
  name: { label: "Name" },
  email: { label: "Email" },
  level: { label: "Level" },
  type: { label: "Type" },
  state: { label: "State" },
  valid_from: { label: "Valid from" },
  valid_to: { label: "Valid until" },
  renewal: { label: "Renewal" },
  order_number: { label: "Order number" },
} as const satisfies Readonly<Record<string, DownloadColumn>>;

export type OrderColumn = keyof typeof orderColumns;
export type TicketColumn = keyof typeof ticketColumns;
export type PersonColumn = keyof typeof personColumns;
export type MemberColumn = keyof typeof memberColumns;

/** Comma-separated column names, each once, in the order of the file. */
const chosenOf = <Name extends string>(columns: Readonly<Record<Name, DownloadColumn>>) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(500)),
      z.transform((text) => text.split(",")),
    ),
    z
      .array(z.enum(Object.keys(columns) as [Name, ...Name[]]))
      .check(z.refine((names) => new Set(names).size === names.length)),
  );

const sought = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

/**
 * The orders that match the list's filters, in its order. UTF-8, comma-separated, with a header. Times are in the seller's
 * time zone, times of visits in the venue's.
 */
export const downloadOrders = staffEndpoint({
  name: "downloadOrders",
  method: "GET",
  path: "/downloads/orders.csv",
  summary: "Download orders as CSV, with chosen columns",
  can: "export.rows",
  audits: "rows.downloaded",
  query: z.strictObject({ ...orderFilters, q: sought, sort: sortOf(orderList), columns: chosenOf(orderColumns) }),
  reply: z.unknown(),
  raw: true,
});

/**
 * The tickets of the orders that match the list's filters; if these name an event, a session or a visit, only the tickets
 * for it.
 */
export const downloadTickets = staffEndpoint({
  name: "downloadTickets",
  method: "GET",
  path: "/downloads/tickets.csv",
  summary: "Download tickets as CSV, with chosen columns",
  can: "export.rows",
  audits: "rows.downloaded",
  query: z.strictObject({ ...orderFilters, q: sought, sort: sortOf(orderList), columns: chosenOf(ticketColumns) }),
  reply: z.unknown(),
  raw: true,
});

/** The buyers of the orders that match the filters, once per e-mail address, with the details of their last order. */
export const downloadPersons = staffEndpoint({
  name: "downloadPersons",
  method: "GET",
  path: "/downloads/persons.csv",
  summary: "Download purchasers as CSV, with chosen columns",
  can: "export.rows",
  audits: "rows.downloaded",
  query: z.strictObject({ ...orderFilters, columns: chosenOf(personColumns) }),
  reply: z.unknown(),
  raw: true,
});

/** The members that match the list's filters. Also needs `member.read`. */
export const downloadMembers = staffEndpoint({
  name: "downloadMembers",
  method: "GET",
  path: "/downloads/members.csv",
  summary: "Download members as CSV, with chosen columns",
  can: "export.rows",
  audits: "rows.downloaded",
  query: z.strictObject({ ...memberFilters, q: sought, sort: sortOf(memberList), columns: chosenOf(memberColumns) }),
  reply: z.unknown(),
  raw: true,
});
