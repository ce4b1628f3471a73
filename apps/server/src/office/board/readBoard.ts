import {
  maxBoardSessions,
  type BoardException,
  type BoardSession,
  type readBoard,
} from "@foyer/contract/office/board.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { addDays, todayAt } from "@foyer/rules/dates/localTime.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { dayFailureOf } from "../../catalogue/revisions/catalogueDay.sql.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { reviewsOf } from "../../modules/checkout/reconcile/reviewPayment.ts";
import { countEndingKeys } from "../../providers/countEndingKeys.ts";
import { countFailingKeys } from "../../providers/countFailingKeys.ts";
import { isInTestMode } from "../../providers/payments/isInTestMode.ts";
import { whenReadable } from "../../providers/whenReadable.ts";
import { countOnSiteAt } from "../gate/onSite/onSite.sql.ts";
import { readOpening } from "./readOpening.ts";
import {
  boardSessions,
  countBoardSessions,
  countEntries,
  countGateConflicts,
  silentDevices,
  soldInSpans,
  unsentOfDays,
  venuesOfSeller,
  waitingWebhooks,
  type BoardSessionRow,
} from "./board.sql.ts";

/** The figures, sessions and exceptions of a day, each read by its day or through an index. */
export const readBoardOfDay = async (
  ctx: StaffContext,
  { day: wanted, ...filter }: StaffReceived<typeof readBoard>,
): Promise<StaffReply<typeof readBoard>> => {
  const { db, seller, now } = ctx;
  const venue_id = filter.venue_id ?? null;
  const { timezone, default_currency_code: currency } = seller;
  const day = wanted ?? todayAt(now, timezone);
  const tomorrow = addDays(day, 1);
  const venues = await venuesOfSeller(db, seller.id);
  if (venue_id !== null && !venues.some(({ id }) => id === venue_id))
    throw new Refused({ code: "bad_field_value", extra: { fields: ["venue_id"] } });
  const moments = momentsOf(ctx, day);
  const [today, byNow, wholeDay] = await soldInSpans(db, seller.id, {
    spans: [moments.today, moments.byNow, moments.wholeDay],
    venue_id,
    currency,
  });
  const entries = (of: string, before: string | null = null) =>
    countEntries(db, seller.id, { from: of, to: of, before, venue_id });
  const onSite = (of: string, at: string) => countOnSiteAt(db, seller.id, { day: of, timezone, at, venue_id });
  const taken = (row: typeof today) => toDecimal(row?.taken ?? 0, currency);
  return {
    now: now.round("millisecond").toString(),
    day,
    tomorrow,
    timezone,
    currency,
    sold: { today: today?.sold ?? 0, by_now: byNow?.sold ?? 0, whole_day: wholeDay?.sold ?? 0 },
    taken: { today: taken(today), by_now: taken(byNow), whole_day: taken(wholeDay) },
    checked_in: {
      today: await entries(day),
      by_now: await entries(moments.lastWeek, moments.byNow.to),
      whole_day: await entries(moments.lastWeek),
    },
    on_site: {
      today: await onSite(day, moments.today.to),
      by_now: await onSite(moments.lastWeek, moments.byNow.to),
    },
    ...(await sessionsOf(ctx, { days: [day, tomorrow], venue_id })),
    exceptions: await exceptionsFor(ctx),
    opening: await readOpening(ctx),
    storefront: `${ctx.providers.origin}/${ctx.seller.slug}/events`,
    venues,
  };
};

/** The listed sessions, and the number of those left out. */
const sessionsOf = async ({ db, seller }: StaffContext, of: Parameters<typeof boardSessions>[2]) => {
  const rows = await boardSessions(db, seller.id, of);
  const all = rows.length < maxBoardSessions ? rows.length : await countBoardSessions(db, seller.id, of);
  return { sessions: rows.map(presentSession), more_sessions: Math.max(0, all - rows.length) };
};

/**
 * The moments of a day and of the same weekday last week, in the seller's time zone. A day other than today counts as a
 * whole.
 */
const momentsOf = ({ now, seller: { timezone } }: StaffContext, day: string) => {
  const start = (of: string) => Temporal.PlainDate.from(of).toZonedDateTime(timezone);
  const begin = start(day);
  const end = start(addDays(day, 1));
  const zoned = now.toZonedDateTimeISO(timezone);
  const isToday = Temporal.PlainDate.compare(zoned.toPlainDate(), day) === 0;
  const reached = isToday ? zoned : end;
  const text = (moment: Temporal.ZonedDateTime) => moment.toInstant().toString();
  const weekBefore = (moment: Temporal.ZonedDateTime) => text(moment.subtract({ days: 7 }));
  const lastWeek = addDays(day, -7);
  return {
    lastWeek,
    today: { day, from: text(begin), to: text(reached) },
    byNow: { day: lastWeek, from: weekBefore(begin), to: weekBefore(reached) },
    wholeDay: { day: lastWeek, from: weekBefore(begin), to: weekBefore(end) },
  };
};

const presentSession = (row: BoardSessionRow): BoardSession => {
  const { cancelled, closed, capacity, oversell_capacity, used_capacity, event_type, names_start, ...session } = row;
  return {
    ...session,
    all_day: isAllDay(row, { event_type, names_start: names_start ?? false }),
    places: capacity < 0 ? null : capacity,
    mark: cancelled
      ? "cancelled"
      : closed
        ? "closed"
        : fillMark({ capacity, oversell_capacity, used_capacity, in_carts: row.in_carts }),
  };
};

/** The share of places above which a session is marked as nearly full. */
const nearlyFull = 0.9;

const fillMark = ({
  capacity,
  oversell_capacity,
  used_capacity,
  in_carts,
}: Pick<BoardSessionRow, "capacity" | "oversell_capacity" | "used_capacity" | "in_carts">): BoardSession["mark"] => {
  if (capacity < 0) return null;
  // Places in carts may be released within minutes.
  if (used_capacity - in_carts >= capacity + oversell_capacity) return "full";
  return used_capacity > capacity * nearlyFull ? "nearly_full" : null;
};

const namedOrders = 5;

/** Each exception is read only for staff who can act on it, and shown only if there is one. */
const exceptionsFor = async (ctx: StaffContext): Promise<BoardException[]> => {
  const { db, seller, staff, sealer } = ctx;
  const found: BoardException[] = [];
  const look = async (can: Permission, read: () => Promise<BoardException>): Promise<void> => {
    if (!staff.can(can)) return;
    const exception = await read();
    if (exception.count > 0) found.push(exception);
  };
  await look("money.act", async () => {
    const review = await reviewsOf(ctx);
    const numbers = review.flatMap(({ order_number }) => (order_number === null ? [] : [order_number]));
    return { kind: "money", count: review.length, order_numbers: [...new Set(numbers)].slice(0, namedOrders) };
  });
  // E-mails about orders are resent from the order; all others from the list on the money page.
  const ofOrders = !staff.can("money.read");
  await look("order.resend", async () => ({
    kind: "emails",
    ...present(await unsentOfDays(db, seller.id, { ofOrders })),
  }));
  await look("keys.edit", async () => ({
    kind: "webhooks",
    count: await waitingWebhooks(db, seller.id),
    order_numbers: [],
  }));
  await look("device.manage", async () => ({
    kind: "devices",
    count: await silentDevices(db, seller.id),
    order_numbers: [],
  }));
  await look("device.manage", async () => ({
    kind: "gate",
    count: await countGateConflicts(db, seller.id),
    order_numbers: [],
  }));
  await look("keys.edit", async () => {
    const isTest = await whenReadable(() => isInTestMode({ db, sealer }, seller));
    return { kind: "test_keys", count: isTest ? 1 : 0, order_numbers: [] };
  });
  await look("keys.edit", async () => ({
    kind: "keys_ending",
    count: (await whenReadable(() => countEndingKeys(ctx, seller.id))) ?? 0,
    order_numbers: [],
  }));
  await look("keys.edit", async () => ({
    kind: "keys_failing",
    count: await countFailingKeys({ db, sealer }, seller.id),
    order_numbers: [],
  }));
  await look("catalogue.edit", async () => {
    const detail = await dayFailureOf(db, seller.id);
    return { kind: "catalogue", count: detail === undefined ? 0 : 1, order_numbers: [], ...(detail && { detail }) };
  });
  return found;
};

const present = ({ count, order_numbers }: { readonly count: number; readonly order_numbers: readonly number[] }) => ({
  count,
  order_numbers: [...new Set(order_numbers)],
});
