import { maxJournalDays } from "@foyer/contract/office/money/journal.ts";
import {
  orderPageSize,
  type listOrderFilters,
  type listOrdersOfSeller,
  type OrderListRow,
} from "@foyer/contract/office/orders/orders.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { orderState } from "@foyer/rules/orders/orderState.ts";
import { readSearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { findOrderByNumber } from "../../../modules/orders/readOrders.ts";
import { findExactMatches, type ExactMatch } from "./exactMatches.sql.ts";
import type { OrderFilter } from "./orderConditions.sql.ts";
import { findOrderPage, readOrderSummaries, type SummaryRow, type WantedPage } from "./orderList.sql.ts";
import { eventsOfSeller, sessionsToFilterBy, staffOfOrders, typesToFilterBy } from "./orderFilterChoices.sql.ts";

type Sent = StaffReceived<typeof listOrdersOfSeller>;
type Reply = StaffReply<typeof listOrdersOfSeller>;

/** Finds orders of a seller, newest first unless a sort is given. */
export const findOrdersOfSeller = async (ctx: StaffContext, { after, ...sent }: Sent): Promise<Reply> => {
  const wanted = await wantedOrders(ctx, sent);
  if (!wanted) return { orders: [], next: null, too_short: true, exact: null };
  const { exact, ...where } = wanted;
  return { ...(await readPage(ctx, { ...where, after })), too_short: false, exact };
};

/** The orders that a search and filters select. Undefined if the search is a single letter, which would match too many. */
export const wantedOrders = async (
  ctx: StaffContext,
  { q, ...sent }: Omit<Sent, "after">,
): Promise<(Pick<WantedPage, "filter" | "found" | "sort"> & { readonly exact: number | null }) | undefined> => {
  const { sort: text, ...filters } = sent;
  const filter = filterOf(ctx, filters);
  const sort = text && parseSort(text);
  if (q === undefined) return { filter, sort, exact: null };
  const terms = readSearchTerms(q);
  if (terms.isTooShort) return undefined;
  const { order_number, exact } = terms;
  const [numbered, matches] = await Promise.all([
    order_number === undefined ? undefined : findOrderByNumber(ctx, order_number),
    exact === undefined ? [] : findExactMatches(ctx, exact, readableKinds(ctx)),
  ]);
  const numbers = [...(numbered ? [numbered.order_number] : []), ...matches.map((match) => match.order_number)];
  return {
    filter,
    sort,
    found: { words: terms, numbers: [...new Set(numbers)] },
    exact: numbered?.order_number ?? onlyOrder(matches),
  };
};

const readableKinds = ({ staff }: StaffContext) => ({
  members: staff.can("member.read"),
  giftCards: staff.can("gift_card.read"),
  codes: staff.can("code.read"),
});

/** A promo code belongs to many orders; every other number identifies one order, or several to choose from. */
const onlyOrder = (matches: readonly ExactMatch[]): number | null => {
  const meant = new Set(matches.filter(({ kind }) => kind !== "code").map(({ order_number }) => order_number));
  const [only = null] = meant;
  return meant.size === 1 ? only : null;
};

const filterOf = (
  { seller, staff }: StaffContext,
  { min, max, ...sent }: Omit<Sent, "q" | "sort" | "after">,
): OrderFilter => {
  const spans = [
    [sent.sold_from, sent.sold_to, "sold"],
    [sent.journal_from, sent.journal_to, "journal"],
    [sent.visit_from, sent.visit_to, "visit"],
  ] as const;
  for (const [from, to, name] of spans)
    if (from !== undefined && to !== undefined && from > to)
      throw new Refused({
        code: "bad_field_value",
        context: "order",
        extra: { fields: [`${name}_from`, `${name}_to`] },
      });
  requireJournalDays(sent);
  if (sent.given_for !== undefined && !staff.can("audit.read"))
    throw new Refused({ code: "access_denied", context: "order" });
  const minor = (field: "min" | "max", text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const amount = fromDecimal(text, seller.default_currency_code);
    if (amount === undefined)
      throw new Refused({ code: "bad_field_value", context: "order", extra: { fields: [field] } });
    return amount;
  };
  return { ...sent, min: minor("min", min), max: minor("max", max) };
};

/** Entries of the journal are read for a span of days only. */
const requireJournalDays = ({ journal_from, journal_to }: Pick<Sent, "journal_from" | "journal_to">): void => {
  if (journal_from === undefined && journal_to === undefined) return;
  const last = journal_from === undefined ? undefined : addDays(journal_from, maxJournalDays - 1);
  if (last !== undefined && journal_to !== undefined && journal_to <= last) return;
  throw new Refused({
    code: "validation_failed",
    context: "order",
    description: `Choose both days of the activity, at most ${maxJournalDays} days.`,
    extra: { fields: ["journal_from", "journal_to"], ...(last !== undefined && { to: last }) },
  });
};

const readPage = async (
  ctx: StaffContext,
  page: Omit<WantedPage, "limit">,
): Promise<Pick<Reply, "orders" | "next">> => {
  const { numbers, next } = await findOrderPage(ctx, { ...page, limit: orderPageSize });
  const summaries = numbers.length > 0 ? await readOrderSummaries(ctx, numbers) : [];
  return { orders: summaries.map(presentOrderRow), next };
};

export const presentOrderRow = (row: SummaryRow): OrderListRow => {
  const { order_number, sold_at, email, currency, events, booked, used, refunded, due } = row;
  return {
    order_number,
    sold_at,
    purchaser: [row.first_name, row.last_name].filter(Boolean).join(" "),
    email,
    events: [...events],
    tickets: booked + used,
    visit: visitOf(row),
    total: toDecimal(row.total, currency),
    refunded: toDecimal(refunded, currency),
    due: toDecimal(due, currency),
    currency,
    state: orderState({ booked, used, refunded }),
  };
};

const visitOf = (row: SummaryRow): OrderListRow["visit"] => {
  const { start_datetime, end_datetime, timezone, event_type, names_start } = row;
  if (start_datetime === null || end_datetime === null || timezone === null || event_type === null) return null;
  const event = { event_type, names_start: names_start ?? false };
  return { start_datetime, timezone, all_day: isAllDay({ start_datetime, end_datetime }, event) };
};

export const listFilters = async (
  ctx: StaffContext,
  { event_template_id, day }: StaffReceived<typeof listOrderFilters>,
): Promise<StaffReply<typeof listOrderFilters>> => {
  const sessions =
    event_template_id === undefined || day === undefined
      ? []
      : await sessionsToFilterBy(ctx, { event_template_id, day });
  return {
    currency: ctx.seller.default_currency_code,
    events: await eventsOfSeller(ctx),
    staff: await staffOfOrders(ctx),
    types: event_template_id === undefined ? [] : await typesToFilterBy(ctx, event_template_id),
    sessions: sessions.map(({ id, start_datetime, end_datetime, timezone, cancelled, event_type, names_start }) => ({
      id,
      start_datetime,
      all_day: isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false }),
      timezone,
      cancelled,
    })),
  };
};
