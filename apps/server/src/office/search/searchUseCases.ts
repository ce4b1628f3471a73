import {
  searchResults,
  type searchCatalogue,
  type searchCodes,
  type searchGiftCards,
  type searchPeople,
} from "@foyer/contract/office/orders/search.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { isCalendarDay } from "@foyer/rules/dates/isCalendarDay.ts";
import { readSearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findOrderNumbers, findOrderPage } from "../desk/list/orderList.sql.ts";
import {
  codeByName,
  eventsByName,
  giftCardsByNumber,
  membersByNumber,
  membersOfOrders,
  nextSessions,
  purchasersOf,
  findSessionsOfDay,
  type MemberRow,
  type PurchaserRow,
  type FoundSessionRow,
} from "./search.sql.ts";

/** The number of matching orders that are read at once, the newest first. */
const ordersAtOnce = 200;
/** After these, people whose orders are older are not looked for: a name that so many orders have finds nobody quickly. */
const mostPages = 10;
const limit = searchResults;

type People = StaffReply<typeof searchPeople>;

/**
 * Finds people by the words of the orders that they bought, which are indexed. A member's full number is looked up
 * directly.
 */
export const findPeople = async (ctx: StaffContext, { q }: StaffReceived<typeof searchPeople>): Promise<People> => {
  const { isTooShort, names, email, phone, exact } = readSearchTerms(q);
  if (isTooShort) return { people: [], members: [], exact: null, too_short: true };
  const words = { names, ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  const hasWords = names.length > 0 || email !== undefined || phone !== undefined;
  const found = { words, numbers: [] };
  const [purchasers, ofOrders, byNumber] = await Promise.all([
    hasWords ? findPurchasers(ctx, found) : [],
    hasWords ? findMembers(ctx, found) : [],
    exact ? membersByNumber(ctx, { member_number: exact.printed, scan_code: exact.scan_code, limit }) : [],
  ]);
  const members = new Map([...byNumber, ...ofOrders].map((member) => [member.id, member]));
  return {
    people: peopleOf(purchasers),
    members: [...members.values()].slice(0, limit).map(presentMember),
    exact: byNumber[0]?.id ?? null,
    too_short: false,
  };
};

type Found = NonNullable<Parameters<typeof findOrderPage>[1]["found"]>;

/** The purchasers of the newest orders with these words: of as many orders as it takes to find `limit` people. */
const findPurchasers = async (ctx: StaffContext, found: Found): Promise<PurchaserRow[]> => {
  const purchasers: PurchaserRow[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { numbers, next } = await findOrderPage(ctx, { filter: {}, found, after, limit: ordersAtOnce });
    if (numbers.length > 0) purchasers.push(...(await purchasersOf(ctx, numbers)));
    if (next === null || peopleOf(purchasers).length === limit) break;
    after = next;
  }
  return purchasers;
};

/** The members of the newest orders with these words that have a membership. */
const findMembers = async (ctx: StaffContext, found: Found): Promise<MemberRow[]> => {
  const page = { filter: { has: "memberships" as const }, found, after: undefined, limit: ordersAtOnce };
  const order_numbers = await findOrderNumbers(ctx, page);
  return order_numbers.length === 0 ? [] : membersOfOrders(ctx, { order_numbers, limit });
};

/** One row per address; people who were erased have none. */
const peopleOf = (purchasers: readonly PurchaserRow[]): People["people"] =>
  [...Map.groupBy(purchasers, ({ email }) => email?.toLowerCase() ?? "")]
    .flatMap(([email, orders]) => {
      const [newest] = orders;
      if (email === "" || !newest) return [];
      const { first_name, last_name, order_number } = newest;
      return [{ name: nameOf(first_name, last_name) ?? email, email, orders: orders.length, order_number }];
    })
    .slice(0, limit);

const nameOf = (...parts: readonly (string | null)[]): string | undefined =>
  parts.filter(Boolean).join(" ") || undefined;

const presentMember = ({ holder_name, first_name, last_name, ...member }: MemberRow): People["members"][number] => ({
  ...member,
  name: nameOf(holder_name) ?? nameOf(first_name, last_name) ?? "",
});

/** Events by words of their name, with the next sessions of the first one, or the sessions of a day by its date. */
export const findInCatalogue = async (
  ctx: StaffContext,
  { q }: StaffReceived<typeof searchCatalogue>,
): Promise<StaffReply<typeof searchCatalogue>> => {
  const text = q.trim().toLowerCase();
  if (isCalendarDay(text)) {
    const sessions = await findSessionsOfDay(ctx, { day: text, limit });
    return { events: [], sessions: sessions.map(presentSession), too_short: false };
  }
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.every((word) => [...word].length < 2)) return { events: [], sessions: [], too_short: true };
  const events = await eventsByName(ctx, { words: words.slice(0, 8), limit });
  const [first] = events;
  const sessions = first ? await nextSessions(ctx, { event_template_id: first.id, limit: 3 }) : [];
  return { events, sessions: sessions.map(presentSession), too_short: false };
};

const presentSession = (row: FoundSessionRow): StaffReply<typeof searchCatalogue>["sessions"][number] => {
  const { id, event, event_key, start_datetime, end_datetime, timezone, event_type, names_start } = row;
  const all_day = isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false });
  return { id, event, event_key, start_datetime, all_day, timezone };
};

export const findCodes = async (
  ctx: StaffContext,
  { q }: StaffReceived<typeof searchCodes>,
): Promise<StaffReply<typeof searchCodes>> => {
  const { exact } = readSearchTerms(q);
  const codes = exact ? await codeByName(ctx, exact.code) : [];
  return { codes: codes.map(({ max_uses, ...code }) => ({ ...code, max_uses: max_uses < 0 ? null : max_uses })) };
};

export const findGiftCards = async (
  ctx: StaffContext,
  { q }: StaffReceived<typeof searchGiftCards>,
): Promise<StaffReply<typeof searchGiftCards>> => {
  const { exact } = readSearchTerms(q.replaceAll(/\s/g, ""));
  const cards = exact ? await giftCardsByNumber(ctx, { normalized: exact.printed, limit }) : [];
  return { gift_cards: cards.map(({ balance, ...card }) => ({ ...card, balance: toDecimal(balance, card.currency) })) };
};
