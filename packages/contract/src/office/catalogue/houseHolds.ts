import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Id, Instant } from "../../basics.ts";
import { SeatKind, SeatMapShape } from "../../shop/seating.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { EditedSession } from "./eventSessions.ts";

/** Places of one session that staff keep for the house, and seats that they block. Neither can be sold. */

/** `kept`: for a guest of the house. `blocked`: nobody sits there. */
export const houseHoldKinds = ["kept", "blocked"] as const;

export const HouseHold = z.object({
  id: Id,
  kind: z.enum(houseHoldKinds),
  name: z.string(),
  reason: z.string(),
  /** The staff member who kept them. */
  by: z.string(),
  at: Instant,
  /** The number of places that count towards the session's capacity. */
  places: z.int(),
  /** Empty for places without numbered seats. */
  seats: z.array(z.object({ id: Id, name: z.string() })),
});
export type HouseHold = z.infer<typeof HouseHold>;

export const houseSeatStates = ["free", "sold", "held", "kept", "blocked"] as const;
export const HouseSeat = z.object({
  id: Id,
  name: z.string(),
  section: z.string(),
  row: z.string(),
  label: z.string(),
  x: z.number(),
  y: z.number(),
  /** The radius of the drawn seat. */
  r: z.number(),
  kind: z.nullable(SeatKind),
  /** The next seat in its row. */
  next: z.nullable(Id),
  state: z.enum(houseSeatStates),
});
export type HouseSeat = z.infer<typeof HouseSeat>;

/** The hall of a session, without its seats. */
const HouseHall = z.object({
  name: z.string(),
  width: z.number(),
  height: z.number(),
  other_elements: z.array(SeatMapShape),
  map_geometry: z.array(SeatMapShape),
});
export type HouseHall = z.infer<typeof HouseHall>;

const ofSession = z.strictObject({
  key: z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/)),
  event_session_id: Id,
});
/** The maximum number of seats that are kept or released at once. */
export const maxKeptSeats = 500;
const SeatIds = z.array(Id).check(z.minLength(1), z.maxLength(maxKeptSeats));
/** The maximum number of places that are kept at once. */
export const maxKeptPlaces = 100_000;
const Places = z.int().check(z.minimum(1), z.maximum(maxKeptPlaces));

export const readHouse = staffEndpoint({
  name: "readHouse",
  method: "GET",
  path: "/catalogue/events/:key/sessions/:event_session_id/house",
  summary: "Read the places and seats of a session that are kept for the house or blocked",
  can: "catalogue.read",
  audits: null,
  params: ofSession,
  reply: z.object({
    session: EditedSession,
    /** Ordered by the time they were made. */
    holds: z.array(HouseHold),
    /** Null for an event without numbered seats. */
    hall: z.nullable(HouseHall),
    /** All seats of the hall; empty for an event without numbered seats. */
    seats: z.array(HouseSeat),
  }),
});

/**
 * Takes either a number of places or seats. Refused with `seat_sold` and the names of seats that are sold or held, or with
 * `event_session_sold_out` if fewer places are left.
 */
export const keepPlaces = staffEndpoint({
  name: "keepPlaces",
  method: "POST",
  path: "/catalogue/events/:key/sessions/:event_session_id/house",
  summary: "Keep places or seats of a session for the house, or block seats",
  can: "session.close",
  audits: "session.places_kept",
  params: ofSession,
  body: z.strictObject({
    kind: z.enum(houseHoldKinds),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    reason: Reason,
    places: z.optional(Places),
    seat_ids: z.optional(SeatIds),
  }),
  reply: z.object({ id: Id }),
});

/** Frees all of them, a number of places, or the given seats. */
export const freePlaces = staffEndpoint({
  name: "freePlaces",
  method: "POST",
  path: "/catalogue/events/:key/sessions/:event_session_id/house/:house_hold_id/free",
  summary: "Give places or seats that were kept or blocked free again",
  can: "session.close",
  audits: "session.places_freed",
  params: z.strictObject({ ...ofSession.shape, house_hold_id: Id }),
  body: z.strictObject({ places: z.optional(Places), seat_ids: z.optional(SeatIds) }),
  reply: Nothing,
});
