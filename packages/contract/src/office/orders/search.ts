import * as z from "zod/mini";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The most letters that a search takes. */
export const maxSearchLetters = 200;

/**
 * What the search field finds besides orders. There is one call per permission, so that results are limited to what the
 * caller may read. Each reply contains the first few results; `too_short`: `q` is a single letter, which finds nothing.
 */
const query = z.strictObject({ q: z.string().check(z.minLength(1), z.maxLength(maxSearchLetters)) });

/** The maximum number of results of each kind. */
export const searchResults = 6;

export const FoundPerson = z.object({
  name: z.string(),
  email: z.string(),
  /** The number of the person's orders among the newest ones that match. */
  orders: z.int(),
  /** The newest of these orders. */
  order_number: z.int(),
});
export const FoundMember = z.object({
  id: Id,
  member_number: z.string(),
  name: z.string(),
  level: z.string(),
  state: z.enum(["active", "ended", "cancelled"]),
  order_number: z.int(),
});

/**
 * Buyers, found by the beginnings of their names, e-mail address or telephone number; members also by their number and scan
 * code.
 */
export const searchPeople = staffEndpoint({
  name: "searchPeople",
  method: "GET",
  path: "/search/people",
  summary: "Find people and members",
  can: "member.read",
  audits: null,
  query,
  reply: z.object({
    people: z.array(FoundPerson),
    members: z.array(FoundMember),
    /** The member whose full number or scan code matches; they come first in `members`. */
    exact: z.nullable(Id),
    too_short: z.boolean(),
  }),
});

export const FoundEvent = z.object({ id: Id, key: z.string(), name: z.string(), is_retired: z.boolean() });
export const SearchedSession = z.object({
  id: Id,
  event: z.string(),
  event_key: z.string(),
  start_datetime: Instant,
  all_day: z.boolean(),
  timezone: z.string(),
});

/** Events by part of their name, with their next sessions, or the sessions of a day by its date, '2027-06-12'. */
export const searchCatalogue = staffEndpoint({
  name: "searchCatalogue",
  method: "GET",
  path: "/search/catalogue",
  summary: "Find events and sessions",
  can: "catalogue.read",
  audits: null,
  query,
  reply: z.object({ events: z.array(FoundEvent), sessions: z.array(SearchedSession), too_short: z.boolean() }),
});

export const FoundCode = z.object({
  id: Id,
  code: z.string(),
  group: z.string(),
  used: z.int(),
  /** Null for no limit. */
  max_uses: z.nullable(z.int()),
});

/** Finds a promo code by its full text. */
export const searchCodes = staffEndpoint({
  name: "searchCodes",
  method: "GET",
  path: "/search/codes",
  summary: "Find a promo code",
  can: "code.read",
  audits: null,
  query,
  reply: z.object({ codes: z.array(FoundCode) }),
});

export const FoundGiftCard = z.object({
  id: Id,
  /** The last four characters of its number. */
  ending: z.string(),
  balance: Money,
  currency: Currency,
  is_active: z.boolean(),
  /** The order that it was bought with. */
  order_number: z.nullable(z.int()),
});

/** Finds a gift card by its full number only: the number can be spent, so part of it must not find the card. */
export const searchGiftCards = staffEndpoint({
  name: "searchGiftCards",
  method: "GET",
  path: "/search/gift_cards",
  summary: "Find a gift card",
  can: "gift_card.read",
  audits: null,
  query,
  reply: z.object({ gift_cards: z.array(FoundGiftCard) }),
});
