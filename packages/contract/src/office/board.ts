import * as z from "zod/mini";
import { Currency, Day, Id, Instant, Money } from "../basics.ts";
import { Nothing, staffEndpoint } from "./staff/staffEndpoint.ts";

/** The maximum number of sessions that a board lists, over two days. */
export const maxBoardSessions = 400;

/** A figure of today beside the same weekday last week: up to the same time of day, and for the whole day. */
const counted = <T extends z.ZodMiniType>(value: T) => z.object({ today: value, by_now: value, whole_day: value });

/** A day without a following one. */
const lastDay = "9999-12-31";

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
  /** Places held by carts. They are sold on payment, or free again when the hold ends. */
  in_carts: z.int(),
  /** `full`: no place is left, and none is in a cart. `nearly_full`: more than 90 % are taken. `closed`: staff have stopped its sales. */
  mark: z.nullable(z.enum(["cancelled", "closed", "full", "nearly_full"])),
  is_over: z.boolean(),
});
export type BoardSession = z.infer<typeof BoardSession>;

/** Something that needs a person's attention. Each kind is shown to the staff who can act on it. */
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
  /** The orders concerned, at most five. */
  order_numbers: z.array(z.int()),
  /** What is wrong, as lines of text. */
  detail: z.optional(z.string()),
});
export type BoardException = z.infer<typeof BoardException>;

/** The steps that a seller completes before opening, in this order. */
export const openingSteps = ["brand", "event", "terms", "keys", "test_purchase"] as const;
export const OpeningStep = z.object({ step: z.enum(openingSteps), is_done: z.boolean() });
export type OpeningStep = z.infer<typeof OpeningStep>;

/** `day` defaults to today. Times are in the seller's time zone; those of a session are in its venue's. */
export const readBoard = staffEndpoint({
  name: "readBoard",
  method: "GET",
  path: "/board",
  summary: "Read the board of a day",
  can: "board.read",
  audits: null,
  query: z.strictObject({ day: z.optional(Day.check(z.refine((day) => day < lastDay))), venue_id: z.optional(Id) }),
  reply: z.object({
    now: Instant,
    day: Day,
    tomorrow: Day,
    timezone: z.string(),
    currency: Currency,
    /** Tickets sold on the day, less those given up, as in the sales report. */
    sold: counted(z.int()),
    /**
     * What was paid for orders by card, in cash or at a terminal, before refunds. Payments by gift card are not counted:
     * they are not new money. For one venue: the share paid for its tickets; the shares of all venues add up to the total.
     */
    taken: counted(Money),
    /** People who went in. */
    checked_in: counted(z.int()),
    /** People on site now, and at the same time last week. */
    on_site: z.object({ today: z.int(), by_now: z.int() }),
    /** Ordered by start, at most `maxBoardSessions`. `more_sessions` counts those left out. */
    sessions: z.array(BoardSession),
    more_sessions: z.int(),
    exceptions: z.array(BoardException),
    /** The steps left before opening, for staff who can edit the catalogue; null once anything has been sold for money. */
    opening: z.nullable(z.array(OpeningStep)),
    /** The address of the seller's storefront, which may be on another host than the back office. */
    storefront: z.string(),
    venues: z.array(z.object({ id: Id, name: z.string() })),
  }),
});

const ofSession = z.strictObject({ event_session_id: Id });

/** Stops new holds for the session. Carts that already hold its places keep them, and orders are unchanged. */
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
