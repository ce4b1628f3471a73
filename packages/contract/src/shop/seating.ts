import * as z from "zod/mini";
import { QueryFlag, Id, IdList, rows } from "../basics.ts";
import { endpoint } from "../endpoint.ts";
import { sessionParams } from "./sessions.ts";

/** A simple shape in map units: rect, circle, path or text. Renderers skip unknown shapes. */
export const SeatMapShape = z.object({
  shape: z.string(),
  x: z.optional(z.number()),
  y: z.optional(z.number()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Radius of a circle, or of a rectangle's corners. */
  r: z.optional(z.number()),
  /** SVG path data. */
  d: z.optional(z.string()),
  text: z.optional(z.string()),
  /** Height of a text. */
  size: z.optional(z.number()),
  /** Degrees about its own x and y. */
  rotate: z.optional(z.number()),
  /** What it represents, so that it can be drawn in the seller's colours. */
  tone: z.optional(z.enum(["stage", "floor", "wall", "aisle", "label"])),
});
export type SeatMapShape = z.infer<typeof SeatMapShape>;

/** The plan of a hall, in map units from the upper left corner. */
export const SeatMap = z.object({
  id: Id,
  name: z.string(),
  width: z.number(),
  height: z.number(),
  /** Everything in the hall besides seats: the stage, doors, labels. */
  other_elements: z.array(SeatMapShape),
  /** The outlines of its sections, drawn beneath the seats. */
  map_geometry: z.array(SeatMapShape),
});
export type SeatMap = z.infer<typeof SeatMap>;

/** What a seat is besides a chair; shown as a sign. */
export const SeatKind = z.enum(["wheelchair", "companion", "restricted_view"]);
export type SeatKind = z.infer<typeof SeatKind>;

export const SessionSeatState = z.enum(["available", "booked", "unavailable"]);

/** A seat in a session. The state `selected` exists only in the browser. */
export const Seat = z.object({
  seat_template_id: Id,
  /** The name on its ticket: 'Stalls C 12'. */
  name: z.string(),
  section: z.string(),
  row: z.string(),
  /** Its label within the row. */
  label: z.string(),
  x: z.number(),
  y: z.number(),
  /** Radius. */
  r: z.number(),
  state: SessionSeatState,
  /** Ids of the ticket groups it is sold in, comma-separated. */
  ticket_groups: z.string(),
  /** The neighbouring seats in its row. */
  previous: z.nullable(Id),
  next: z.nullable(Id),
  kind: z.nullable(SeatKind),
  /** A note to read before choosing it: 'Wheelchair space', 'Restricted view'. */
  note: z.nullable(z.string()),
});
export type Seat = z.infer<typeof Seat>;

export const getSeatMap = endpoint({
  name: "getSeatMap",
  method: "GET",
  path: "/events/:event_template_id/sessions/:event_session_id/seat_map",
  summary: "The seat map of a session with the state of each seat. A seat in no cart and no order is available.",
  cached: true,
  params: sessionParams,
  /** A group that is hidden except by link is included, with its seats, if the caller names its id. */
  query: z.strictObject({
    /** Includes the shapes of the hall. */
    _withgeometry: z.optional(QueryFlag),
    "ticket_group.id._in": z.optional(IdList),
  }),
  reply: z.object({
    /** Shapes are omitted without `_withgeometry`. */
    seat_map: rows(SeatMap),
    seat: rows(Seat),
  }),
});
