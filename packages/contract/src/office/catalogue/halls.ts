import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The maximum number of sessions listed, the next ones first. */
export const maxHallSessions = 200;

export const readHallUse = staffEndpoint({
  name: "readHallUse",
  method: "GET",
  path: "/catalogue/halls/:key/use",
  summary: "Read which seats of a hall are sold, held or kept for the house in sessions that are not over",
  can: "catalogue.read",
  audits: null,
  params: z.strictObject({ key: z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/)) }),
  /** Limits the reply to the seats of this session. */
  query: z.strictObject({ event_session_id: z.optional(Id) }),
  reply: z.object({
    /** The sessions with such seats, ordered by start. */
    sessions: z.array(
      z.object({
        id: Id,
        event_key: z.string(),
        event_name: z.string(),
        local_day: z.string(),
        local_start: z.string(),
        seats: z.int(),
      }),
    ),
    /** Seats as 'section/row/label', with the number of sessions that use each. They cannot be removed from the hall. */
    seats: z.array(z.object({ key: z.string(), sessions: z.int() })),
  }),
});
