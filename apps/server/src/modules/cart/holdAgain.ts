import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { writeDiscounts, writeUses } from "../codes/codeDesk.ts";
import { lockGroups, lockSessions, type GroupRow, type SessionRow } from "./cart.sql.ts";
import { claimAllowances, claimCodes } from "./claimAgain.ts";
import type { Gone } from "./gone.ts";
import { drawGroups, drawSessions } from "./hold.sql.ts";
import { bringBack, letGoTickets, takenAgain, type LostTicket } from "./holdAgain.sql.ts";
import { releaseFrom } from "./letGo.ts";
import { lostClaims, type LostClaims } from "./lostWith.sql.ts";
import { insertMemberUses } from "./memberUses.sql.ts";
import { byId } from "./ticketsOfCarts.ts";

type At = Pick<Ask, "db" | "seller">;
type Lost = {
  readonly cart_id: string;
  /** What the cart held in this version is wanted, and nothing else. */
  readonly cart_version: number;
  /** Minor units with fees: what was paid. */
  readonly paid: number;
};

const bucketsOf = (tickets: readonly LostTicket[], { codes, code_group_ids, uses }: LostClaims) => ({
  sessions: [...new Set(tickets.flatMap(({ event_session_id }) => event_session_id ?? []))],
  groups: [...new Set(tickets.map(({ ticket_group_id }) => ticket_group_id))],
  codes: codes.map(({ code_id }) => code_id),
  codeGroups: code_group_ids,
  memberships: uses.map(({ membership_id }) => membership_id),
  vouchers: tickets.flatMap(({ voucher }) => voucher ?? []),
});

/** Overdue holds count as free, and are let go before anybody is told that there is no room. In a transaction of its own, since carts are locked before all else. */
export const makeRoomAgain = (ask: At, { cart_id, cart_version }: Omit<Lost, "paid">): Promise<void> =>
  transact(ask, async ({ db, seller }) => {
    const tickets = await letGoTickets(db, seller.id, cart_id, cart_version);
    const claims = await lostClaims(db, seller.id, cart_id);
    if (tickets.length > 0 && claims) await releaseFrom(db, seller.id, bucketsOf(tickets, claims));
  });

/**
 * Holds again what a cart lost when its time was over, at the price as it was and with its codes and allowances, if all
 * of it is still to be had: for money that came late. The caller has locked the cart, and is in a transaction. Otherwise
 * it says what is gone, and nothing was changed; undefined where this money is for something else than was lost.
 */
export const holdAgain = async (
  { db, seller }: At,
  { cart_id, cart_version, paid }: Lost,
): Promise<"held" | Gone | undefined> => {
  const tickets = await letGoTickets(db, seller.id, cart_id, cart_version);
  const claims = await lostClaims(db, seller.id, cart_id);
  if (tickets.length === 0 || !claims || !isPriceOf(tickets, paid)) return undefined;
  const { codes, discounts } = claims;
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
  // What made them cheaper is not known, or not all of it.
  if (sum(tickets.map(({ reduced_by }) => reduced_by)) !== sum(discounts.map(({ amount }) => amount))) return "code";

  const named = bucketsOf(tickets, claims);
  const sessions = byId(await lockSessions(db, seller.id, named.sessions, []));
  const groups = byId(await lockGroups(db, seller.id, named.groups, []));
  await pause("held_again_locked");
  const moment = [...groups.values()][0]?.now;
  if (moment === undefined) return "not_sold";
  const now = Temporal.Instant.from(moment);
  const draw = drawOf(tickets, { sessions, groups, now });
  if (typeof draw === "string") return draw;

  const moves = await claimCodes({ db, seller }, { id: cart_id, now }, claims, named.vouchers);
  if (!moves) return "code";
  if (await takenAgain(db, seller.id, tickets)) return "places";
  const visits = tickets.map((ticket) => ({
    ...ticket,
    local_day: sessions.get(ticket.event_session_id ?? "")?.local_day ?? null,
  }));
  const allowed = await claimAllowances({ db, seller }, { now }, claims, visits);
  if (!allowed) return "allowance";
  await pause("held_again_judged");

  await drawSessions(db, seller.id, draw.sessions);
  await drawGroups(db, seller.id, draw.groups);
  if (codes.length > 0) await writeUses(db, seller.id, moves);
  await writeDiscounts(db, seller.id, { kept: discounts.map((share) => ({ ...share, cart_id })), gone: [] });
  await insertMemberUses(db, seller.id, allowed);
  await bringBack(
    db,
    seller.id,
    { cart_id, cart_version },
    tickets.map(({ id }) => id),
  );
  return "held";
};

/** All of it, or where it is sold in parts, one of them: that it was not too small was seen to when it was offered. */
const isPriceOf = (tickets: readonly LostTicket[], paid: number): boolean => {
  const worth = tickets.reduce((sum, { cost }) => sum + cost, 0);
  return paid === worth || (tickets.some(({ planned }) => planned) && paid > 0 && paid < worth);
};

type Shelf = {
  readonly sessions: ReadonlyMap<string, SessionRow>;
  readonly groups: ReadonlyMap<string, GroupRow>;
  readonly now: Temporal.Instant;
};
type Counts = Map<string, number>;

/** The places that it takes, if they are there and sold still. */
const drawOf = (
  tickets: readonly LostTicket[],
  { sessions, groups, now }: Shelf,
): { readonly sessions: Counts; readonly groups: Counts } | Gone => {
  const draw = { sessions: new Map<string, number>(), groups: new Map<string, number>() };
  for (const { event_session_id, ticket_group_id } of tickets) {
    const group = groups.get(ticket_group_id);
    if (!group || group.retired || group.event_retired) return "not_sold";
    draw.groups.set(group.id, (draw.groups.get(group.id) ?? 0) + 1);
    if (event_session_id === null) continue;
    const session = sessions.get(event_session_id);
    if (!session || session.retired || session.cancelled) return "not_sold";
    if (Temporal.Instant.compare(Temporal.Instant.from(session.end_datetime), now) <= 0) return "not_sold";
    if (!group.exclude_from_event_capacity) draw.sessions.set(session.id, (draw.sessions.get(session.id) ?? 0) + 1);
  }
  return fits(draw.sessions, sessions) && fits(draw.groups, groups) ? draw : "places";
};

const fits = (draw: ReadonlyMap<string, number>, buckets: ReadonlyMap<string, Room>): boolean =>
  [...draw].every(([id, n]) => {
    const { capacity = 0, oversell_capacity = 0, used_capacity = 0 } = buckets.get(id) ?? {};
    return capacity < 0 || used_capacity + n <= capacity + oversell_capacity;
  });

type Room = { readonly capacity: number; readonly oversell_capacity: number; readonly used_capacity: number };
