import type { Capacity } from "@foyer/rules/catalog/capacity.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { writeCartDiscounts, writeCartCodes } from "../../codes/codeContext.ts";
import { lockGroups, lockSessions, type LockedGroup, type LockedSession } from "../locks.sql.ts";
import { reclaimAllowances, reclaimCodes } from "./reclaimCodes.ts";
import type { RestoreFailure } from "./restoreFailure.ts";
import { addGroupUsage, addSessionUsage } from "../hold/hold.sql.ts";
import { writeRestoredCart, releasedTicketRows, isTakenByOthers, type ReleasedTicket } from "./restoreCart.sql.ts";
import { releaseBlockingCarts } from "../release/releaseHold.ts";
import { readReleasedHold, type ReleasedHold } from "../release/releasedHold.sql.ts";
import { insertMemberUses } from "../members/memberUses.sql.ts";
import { byId } from "../read/readCartTickets.ts";

type SellerContext = Pick<RequestContext, "db" | "seller">;
type RestoreRequest = {
  readonly cart_id: string;
  /** Only what the cart held in this version is restored. */
  readonly cart_version: number;
  /** The amount paid, fees included, in minor units. For a change of an order, the caller checks the amount. */
  readonly paid: number | "change";
};

const shortageOf = (tickets: readonly ReleasedTicket[], { codes, code_group_ids, uses }: ReleasedHold) => ({
  sessions: [...new Set(tickets.flatMap(({ event_session_id }) => event_session_id ?? []))],
  groups: [...new Set(tickets.map(({ ticket_group_id }) => ticket_group_id))],
  codes: codes.map(({ code_id }) => code_id),
  codeGroups: code_group_ids,
  memberships: uses.map(({ membership_id }) => membership_id),
  vouchers: tickets.flatMap(({ voucher }) => voucher ?? []),
});

/**
 * Releases overdue holds that have what the cart needs. Runs in a transaction of its own, because carts are locked first.
 */
export const makeRoomForRestore = (
  ctx: SellerContext,
  { cart_id, cart_version }: Omit<RestoreRequest, "paid">,
): Promise<void> =>
  transact(ctx, async ({ db, seller }) => {
    const tickets = await releasedTicketRows(db, seller.id, cart_id, cart_version);
    const released = await readReleasedHold(db, seller.id, cart_id);
    if (tickets.length > 0 && released) await releaseBlockingCarts(db, seller.id, shortageOf(tickets, released));
  });

/**
 * Holds again what a cart lost when it expired, for a payment that arrived late: at the same prices, with its codes and
 * allowances, all or nothing. The caller has locked the cart in a transaction. If it fails, changes nothing and returns
 * the reason; returns undefined for a payment that does not match what the cart lost.
 */
export const restoreCart = async (
  { db, seller }: SellerContext,
  { cart_id, cart_version, paid }: RestoreRequest,
): Promise<"held" | RestoreFailure | undefined> => {
  const tickets = await releasedTicketRows(db, seller.id, cart_id, cart_version);
  const released = await readReleasedHold(db, seller.id, cart_id);
  if (tickets.length === 0 || !released || !matchesPrice(tickets, paid)) return undefined;
  const { codes, discounts } = released;
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
  // Some of the discounts that reduced the tickets are unknown.
  if (sum(tickets.map(({ reduced_by }) => reduced_by)) !== sum(discounts.map(({ amount }) => amount))) return "code";

  const needed = shortageOf(tickets, released);
  const sessions = byId(await lockSessions(db, seller.id, needed.sessions, []));
  const groups = byId(await lockGroups(db, seller.id, needed.groups, []));
  await pause("restore_locked");
  const databaseNow = [...groups.values()][0]?.now;
  if (databaseNow === undefined) return "not_sold";
  const now = Temporal.Instant.from(databaseNow);
  const usage = requiredUsage(tickets, { sessions, groups, now });
  if (typeof usage === "string") return usage;

  const codeWrites = await reclaimCodes({ db, seller }, { id: cart_id, now }, released, needed.vouchers);
  if (!codeWrites) return "code";
  if (await isTakenByOthers(db, seller.id, tickets)) return "places";
  const visits = tickets.map((ticket) => ({
    ...ticket,
    local_day: sessions.get(ticket.event_session_id ?? "")?.local_day ?? null,
  }));
  const allowed = await reclaimAllowances({ db, seller }, { now }, released, visits);
  if (!allowed) return "allowance";
  await pause("restore_decided");

  await addSessionUsage(db, seller.id, usage.sessions);
  await addGroupUsage(db, seller.id, usage.groups);
  if (codes.length > 0) await writeCartCodes(db, seller.id, codeWrites);
  await writeCartDiscounts(db, seller.id, { upserts: discounts.map((share) => ({ ...share, cart_id })), removals: [] });
  await insertMemberUses(db, seller.id, allowed);
  await writeRestoredCart(
    db,
    seller.id,
    { cart_id, cart_version },
    tickets.map(({ id }) => id),
  );
  return "held";
};

/**
 * The amount must be the whole price. With a payment plan any part is accepted: its minimum was checked when the payment
 * began.
 */
const matchesPrice = (tickets: readonly ReleasedTicket[], paid: RestoreRequest["paid"]): boolean => {
  if (paid === "change") return true;
  const total = tickets.reduce((sum, { cost }) => sum + cost, 0);
  return paid === total || (tickets.some(({ planned }) => planned) && paid > 0 && paid < total);
};

type LockedCatalog = {
  readonly sessions: ReadonlyMap<string, LockedSession>;
  readonly groups: ReadonlyMap<string, LockedGroup>;
  readonly now: Temporal.Instant;
};
type UsageCounts = Map<string, number>;

/** The capacity that the tickets take, if they are still on sale and it is available. */
const requiredUsage = (
  tickets: readonly ReleasedTicket[],
  { sessions, groups, now }: LockedCatalog,
): { readonly sessions: UsageCounts; readonly groups: UsageCounts } | RestoreFailure => {
  const usage = { sessions: new Map<string, number>(), groups: new Map<string, number>() };
  for (const { event_session_id, ticket_group_id, takes_group_place, takes_session_place } of tickets) {
    const group = groups.get(ticket_group_id);
    if (!group || group.retired || group.event_retired) return "not_sold";
    if (!takes_group_place) usage.groups.set(group.id, (usage.groups.get(group.id) ?? 0) + 1);
    if (event_session_id === null) continue;
    const session = sessions.get(event_session_id);
    if (!session || session.retired || session.cancelled || session.closed) return "not_sold";
    if (Temporal.Instant.compare(Temporal.Instant.from(session.end_datetime), now) <= 0) return "not_sold";
    if (!group.exclude_from_event_capacity && !takes_session_place)
      usage.sessions.set(session.id, (usage.sessions.get(session.id) ?? 0) + 1);
  }
  return fits(usage.sessions, sessions) && fits(usage.groups, groups) ? usage : "places";
};

const fits = (usage: ReadonlyMap<string, number>, counters: ReadonlyMap<string, Capacity>): boolean =>
  [...usage].every(([id, n]) => {
    const { capacity = 0, oversell_capacity = 0, used_capacity = 0 } = counters.get(id) ?? {};
    return capacity < 0 || used_capacity + n <= capacity + oversell_capacity;
  });
