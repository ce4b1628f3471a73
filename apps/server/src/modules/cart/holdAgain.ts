import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { lockGroups, lockSessions } from "./cart.sql.ts";
import { drawGroups, drawSessions } from "./hold.sql.ts";
import { bringBack, letGoTickets, takenAgain, type LostTicket } from "./holdAgain.sql.ts";
import { releaseFrom } from "./letGo.ts";
import { byId } from "./ticketsOfCarts.ts";

type At = Pick<Ask, "db" | "seller">;
type Lost = {
  readonly cart_id: string;
  /** What the cart held in this version is wanted, and nothing else. */
  readonly cart_version: number;
  /** Minor units with fees: what was paid for it. */
  readonly total: number;
};

const bucketsOf = (tickets: readonly LostTicket[]) => ({
  sessions: [...new Set(tickets.flatMap(({ event_session_id }) => event_session_id ?? []))],
  groups: [...new Set(tickets.map(({ ticket_group_id }) => ticket_group_id))],
  codes: [],
  codeGroups: [],
  memberships: [],
  vouchers: tickets.flatMap(({ voucher }) => voucher ?? []),
});

/** Overdue holds count as free, and are let go before anybody is told that there is no room. In a transaction of its own, since carts are locked before all else. */
export const makeRoomAgain = (ask: At, { cart_id, cart_version }: Omit<Lost, "total">): Promise<void> =>
  transact(ask, async ({ db, seller }) => {
    const tickets = await letGoTickets(db, seller.id, cart_id, cart_version);
    if (tickets.length > 0) await releaseFrom(db, seller.id, bucketsOf(tickets));
  });

/**
 * Holds again what a cart lost when its time was over, at the price as it was, if all of it is still to be had: for money
 * that came late. The caller has locked the cart, and is in a transaction. False: it is not to be had any more, and
 * nothing was changed.
 */
export const holdAgain = async ({ db, seller }: At, { cart_id, cart_version, total }: Lost): Promise<boolean> => {
  const tickets = await letGoTickets(db, seller.id, cart_id, cart_version);
  const worth = tickets.reduce((sum, { cost }) => sum + cost, 0);
  if (tickets.length === 0 || worth !== total) return false;
  // What made them cheaper, or what allowed them to a member, went with the hold, and may be used up by others: nobody judges it again without its buyer.
  if (tickets.some(({ reduced, for_members }) => reduced || for_members)) return false;

  const named = bucketsOf(tickets);
  const sessions = byId(await lockSessions(db, seller.id, named.sessions, []));
  const groups = byId(await lockGroups(db, seller.id, named.groups, []));
  await pause("held_again_locked");

  const sessionDraw = new Map<string, number>();
  const groupDraw = new Map<string, number>();
  const moment = [...groups.values()][0]?.now;
  for (const { event_session_id, ticket_group_id } of tickets) {
    const group = groups.get(ticket_group_id);
    if (!group || group.retired || group.event_retired) return false;
    groupDraw.set(group.id, (groupDraw.get(group.id) ?? 0) + 1);
    if (event_session_id === null) continue;
    const session = sessions.get(event_session_id);
    if (!session || session.retired || session.cancelled || !moment) return false;
    const over = Temporal.Instant.compare(Temporal.Instant.from(session.end_datetime), Temporal.Instant.from(moment));
    if (over <= 0) return false;
    if (!group.exclude_from_event_capacity) sessionDraw.set(session.id, (sessionDraw.get(session.id) ?? 0) + 1);
  }
  const fits = (draw: ReadonlyMap<string, number>, buckets: ReadonlyMap<string, Room>): boolean =>
    [...draw].every(([id, n]) => {
      const { capacity = 0, oversell_capacity = 0, used_capacity = 0 } = buckets.get(id) ?? {};
      return capacity < 0 || used_capacity + n <= capacity + oversell_capacity;
    });
  if (!fits(sessionDraw, sessions) || !fits(groupDraw, groups)) return false;
  if (await takenAgain(db, seller.id, tickets)) return false;

  await drawSessions(db, seller.id, sessionDraw);
  await drawGroups(db, seller.id, groupDraw);
  await bringBack(
    db,
    seller.id,
    { cart_id, cart_version },
    tickets.map(({ id }) => id),
  );
  return true;
};

type Room = { readonly capacity: number; readonly oversell_capacity: number; readonly used_capacity: number };
