import type { freePlaces, keepPlaces, readHouse } from "@foyer/contract/office/catalogue/houseHolds.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import { repeatSeconds } from "../../http/idempotency/idempotency.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { chosenSessions, type EventSessionRow, type SessionEventRow } from "./eventSessions.sql.ts";
import { presentEditedSession, requireSessionEvent } from "./findEventSessions.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import {
  countPlaces,
  deleteHouseSeats,
  equalHouseHold,
  hallOfEvent,
  houseHolds,
  insertHouseHold,
  keptSeats,
  lockSessionOfEvent,
  seatsOfSession,
  seatsToKeep,
  setHeldPlaces,
  type SeatToKeep,
} from "./houseHolds.sql.ts";

type Request = { readonly key: string; readonly event_session_id: string };
type Found = { readonly event: SessionEventRow; readonly session: EventSessionRow };

const wrong = (...fields: readonly string[]): Refused =>
  new Refused({ code: "validation_failed", context: "staff", extra: { fields } });

const requireSession = async (ctx: StaffContext, { key, event_session_id }: Request): Promise<Found> => {
  const event = await requireSessionEvent(ctx, key);
  const [session] = await chosenSessions(ctx.db, ctx.seller.id, event.id, [event_session_id]);
  if (!session) throw new Refused({ code: "not_found", context: "staff" });
  return { event, session };
};

/** The session, behind the lock that every sale of its places takes. Refuses one that has begun. */
const lockSession = async (ctx: StaffContext, request: Request): Promise<Found> => {
  const event = await requireSessionEvent(ctx, request.key);
  const of = { event_template_id: event.id, event_session_id: request.event_session_id };
  if (!(await lockSessionOfEvent(ctx.db, ctx.seller.id, of)))
    throw new Refused({ code: "not_found", context: "staff" });
  await pause("house_session_locked");
  const found = await requireSession(ctx, request);
  if (found.session.has_begun)
    throw new Refused({ code: "session_begun", context: "staff", extra: { session_ids: [found.session.id] } });
  return found;
};

/** What is kept or blocked in a session, and every seat with its state. */
export const readSessionHouse = async (
  ctx: StaffContext,
  request: StaffReceived<typeof readHouse>,
): Promise<StaffReply<typeof readHouse>> => {
  const { db, seller } = ctx;
  const { event, session } = await requireSession(ctx, request);
  const holds = await houseHolds(db, seller.id, session.id);
  const seats = Map.groupBy(await keptSeats(db, seller.id, session.id), ({ house_hold_id }) => house_hold_id);
  return {
    session: presentEditedSession(session, event.timezone),
    holds: holds.map((hold) => ({ ...hold, seats: (seats.get(hold.id) ?? []).map(({ id, name }) => ({ id, name })) })),
    hall: (await hallOfEvent(db, seller.id, event.id)) ?? null,
    seats: await seatsOfSession(db, seller.id, { event_template_id: event.id, event_session_id: session.id }),
  };
};

/** Keeps places or seats behind the lock of the session, as a hold would. */
export const keepSessionPlaces = (
  ctx: StaffContext,
  { kind, name, reason, places, seat_ids, ...request }: StaffReceived<typeof keepPlaces>,
): Promise<StaffReply<typeof keepPlaces>> => {
  if ((places === undefined) === (seat_ids === undefined)) throw wrong("places", "seat_ids");
  if (kind === "blocked" && seat_ids === undefined) throw wrong("seat_ids");
  return changing(ctx, async (ctx) => {
    const { db, seller, staff } = ctx;
    const { event, session } = await lockSession(ctx, request);
    const event_session_id = session.id;
    // Seats are kept once by themselves; counted places of a request that is sent twice would be kept twice.
    if (places !== undefined) {
      const hold = { event_session_id, kind, name, reason, places, staff_id: staff.id };
      const made = await equalHouseHold(db, seller.id, hold, repeatSeconds);
      if (made !== undefined) {
        ctx.audited.add("session.places_kept");
        return { id: made };
      }
    }
    await requireRoom(ctx, "house_holds", session.id);
    const seats = await requireFreeSeats(ctx, { event, session }, seat_ids ?? []);
    const counted = places ?? seats.filter(({ counts }) => counts).length;
    if (!(await countPlaces(db, seller.id, { event_session_id, places: counted }))) throw soldOut(session, counted);
    const id = newId();
    const hold = { id, event_session_id, kind, name, reason, places: counted, staff_id: staff.id };
    await insertHouseHold(db, seller.id, hold, seats);
    await audit(ctx, {
      action: "session.places_kept",
      entity: { kind: "session", id: session.id },
      after: { kind, name, places: counted, ...(seats.length > 0 && { seats: seats.map((seat) => seat.name) }) },
      reason,
    });
    return { id };
  });
};

const soldOut = ({ capacity, oversell_capacity, taken }: EventSessionRow, places: number): Refused => {
  const left = Math.max(0, capacity + oversell_capacity - taken);
  return new Refused({
    code: "event_session_sold_out",
    context: "staff",
    description: `The session has only ${left} places left, ${places - left} too few.`,
    extra: { missing: places - left },
  });
};

const requireFreeSeats = async (
  { db, seller }: StaffContext,
  { event, session }: Found,
  seat_ids: readonly string[],
): Promise<readonly SeatToKeep[]> => {
  const ids = [...new Set(seat_ids)];
  if (ids.length === 0) return [];
  const of = { event_template_id: event.id, event_session_id: session.id };
  const seats = await seatsToKeep(db, seller.id, { ...of, seat_ids: ids });
  if (seats.length < ids.length) throw wrong("seat_ids");
  const taken = seats.filter((seat) => seat.taken).map(({ name }) => name);
  if (taken.length > 0) throw new Refused({ code: "seat_sold", context: "staff", extra: { seats: taken } });
  return seats;
};

/** Frees all of a hold, or part of it: the given seats of a hold with seats, or a number of places of another. */
export const freeSessionPlaces = (
  ctx: StaffContext,
  { house_hold_id, places, seat_ids, ...request }: StaffReceived<typeof freePlaces>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const { session } = await lockSession(ctx, request);
    const hold = (await houseHolds(db, seller.id, session.id)).find(({ id }) => id === house_hold_id);
    if (!hold) throw new Refused({ code: "not_found", context: "staff" });
    const seats = (await keptSeats(db, seller.id, session.id)).filter((seat) => seat.house_hold_id === hold.id);
    if (seats.length > 0 && places !== undefined) throw wrong("places");
    const chosen = new Set(seat_ids ?? seats.map(({ id }) => id));
    const freed = seats.filter(({ id }) => chosen.has(id));
    if (freed.length < chosen.size) throw wrong("seat_ids");
    const counted = seats.length > 0 ? freed.filter(({ counts }) => counts).length : (places ?? hold.places);
    if (counted > hold.places) throw wrong("places");
    await deleteHouseSeats(db, seller.id, { house_hold_id, seat_ids: freed.map(({ id }) => id) });
    const isOver = seats.length > 0 ? freed.length === seats.length : counted === hold.places;
    await setHeldPlaces(db, seller.id, { house_hold_id, places: hold.places - counted, isOver });
    await countPlaces(db, seller.id, { event_session_id: session.id, places: -counted });
    await audit(ctx, {
      action: "session.places_freed",
      entity: { kind: "session", id: session.id },
      before: { name: hold.name, places: hold.places },
      after: { name: hold.name, places: hold.places - counted },
    });
    return {};
  });
