import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../basics.ts";
import { Nothing, staffEndpoint } from "./staff/staffEndpoint.ts";

/** Sessions of two days that a board lists. */
export const maxBoardSessions = 400;

/** A number of today beside that of the same weekday last week: by the same time of the day, and of the whole day. */
const counted = <T extends z.ZodMiniType>(value: T) => z.object({ today: value, by_now: value, whole_day: value });

export const BoardSession = z.object({
  id: Id,
  event_template_id: Id,
  event: z.string(),
  day: Day,
  start_datetime: Instant,
  end_datetime: Instant,
  all_day: z.boolean(),
  timezone: z.string(),
  /** Null without a limit. */
  places: z.nullable(z.int()),
  /** Valid and used tickets. */
  sold: z.int(),
  checked_in: z.int(),
  /** Places that carts hold: sold, or free again when their time is over. */
  in_carts: z.int(),
  /** `full`: no place is left, and none is in a cart. `nearly_full`: more than 90 % are taken. `closed`: staff have stopped its sales. */
  mark: z.nullable(z.enum(["cancelled", "closed", "full", "nearly_full"])),
  is_over: z.boolean(),
});
export type BoardSession = z.infer<typeof BoardSession>;

/** Something that waits for a person. Each is shown to those who can do something about it. */
export const boardExceptionKinds = [
  "money",
  "emails",
  "webhooks",
  "devices",
  "gate",
  "test_keys",
  "keys_ending",
  "keys_failing",
  "catalogue",
] as const;
export const BoardException = z.object({
  kind: z.enum(boardExceptionKinds),
  count: z.int(),
  /** Orders that it is about, at most five. */
  order_numbers: z.array(z.int()),
  /** What is wrong, in lines. */
  detail: z.optional(z.string()),
});
export type BoardException = z.infer<typeof BoardException>;

/** What a seller does before it opens, in this order. */
export const openingSteps = ["brand", "event", "terms", "keys", "test_purchase"] as const;
export const OpeningStep = z.object({ step: z.enum(openingSteps), is_done: z.boolean() });
export type OpeningStep = z.infer<typeof OpeningStep>;

/** `day`: today unless set. Times are the seller's, of a session its venue's. */
export const readBoard = staffEndpoint({
  name: "readBoard",
  method: "GET",
  path: "/board",
  summary: "Read the board of a day",
  can: "board.read",
  audits: null,
  query: z.strictObject({ day: z.optional(Day), venue_id: z.optional(Id) }),
  reply: z.object({
    now: Instant,
    day: Day,
    tomorrow: Day,
    timezone: z.string(),
    currency: Currency,
    /** Tickets sold on the day less those given up, as in the report of sales. */
    sold: counted(z.int()),
    /**
     * What was paid for orders by card, in cash or at a terminal, before what went back. A gift card that is spent is no new
     * money. Of a venue: the part that paid for its tickets; the parts of all venues add up.
     */
    taken: counted(Money),
    /** People who went in. */
    checked_in: counted(z.int()),
    /** People on site now, and at the same time last week. */
    on_site: z.object({ today: z.int(), by_now: z.int() }),
    /** The first by their start, at most `maxBoardSessions`; `more_sessions` are not among them. */
    sessions: z.array(BoardSession),
    more_sessions: z.int(),
    exceptions: z.array(BoardException),
    /** What is left to do before opening, for those who edit the catalogue; null once something was sold for money. */
    opening: z.nullable(z.array(OpeningStep)),
    venues: z.array(z.object({ id: Id, name: z.string() })),
  }),
});

const ofSession = z.strictObject({ event_session_id: Id });

/** Nobody can hold places of it any more; carts that hold some keep them, and orders stay as they are. */
export const closeSessionSales = staffEndpoint({
  name: "closeSessionSales",
  method: "POST",
  path: "/sessions/:event_session_id/close",
  summary: "Stop the sales of a session",
  can: "session.close",
  audits: "session.closed",
  params: ofSession,
  reply: Nothing,
});

export const openSessionSales = staffEndpoint({
  name: "openSessionSales",
  method: "POST",
  path: "/sessions/:event_session_id/open",
  summary: "Start the sales of a session again",
  can: "session.close",
  audits: "session.opened",
  params: ofSession,
  reply: Nothing,
});
