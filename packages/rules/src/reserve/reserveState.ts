import type { Day } from "@foyer/contract/basics.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import type { Quantities, EnteredPrices } from "./ticketChoices.ts";
import type { LinkedSession, ReserveQuery } from "./reserveQuery.ts";
import { isSessionOpen, onlySession } from "./sessionPicker.ts";

/** A notice about a choice that is not available. */
export type ReserveNotice =
  | { readonly kind: "session_sold_out"; readonly time: string }
  | { readonly kind: "date_sold_out"; readonly day: Day }
  | { readonly kind: "date_unavailable" }
  | { readonly kind: "session_unavailable" }
  | { readonly kind: "session_not_found" }
  /** The server refused the calendar for these tickets, with a reason. */
  | { readonly kind: "calendar_refused"; readonly text: string };

/**
 * The visitor's own decisions. What follows from them, such as a single date that selects itself, is recomputed from
 * current data, so that no stale choice survives a change on the server.
 */
export type ReserveState = {
  readonly mode: "date" | "flexible";
  readonly day: Day | undefined;
  readonly session: string | undefined;
  /** A session from the link that is not resolved yet. */
  readonly link: LinkedSession | undefined;
  /** Undefined until the visitor changes them: the link's tickets apply. */
  readonly quantities: Quantities | undefined;
  readonly prices: EnteredPrices;
  /** The visitor has opened the dates: from then on no date is preselected. */
  readonly hasOpenedDates: boolean;
  readonly notice: ReserveNotice | undefined;
};

export type ReserveAction =
  | { readonly type: "date chosen"; readonly day: Day }
  | { readonly type: "dates opened" }
  | { readonly type: "flexible chosen" }
  | { readonly type: "session chosen"; readonly day: Day; readonly session: string }
  | { readonly type: "sessions opened"; readonly day: Day }
  | { readonly type: "quantities chosen"; readonly quantities: Quantities }
  | { readonly type: "price typed"; readonly ticket_type_id: string; readonly price: string }
  | {
      readonly type: "sold out";
      readonly day: Day;
      readonly session: Pick<EventSession, "id" | "local_start">;
      readonly sessions: readonly EventSession[];
    }
  | { readonly type: "navigated"; readonly query: ReserveQuery };

const initialChoice = { quantities: undefined, prices: {}, notice: undefined } as const;

/** The initial state of a page opened with this link. */
export const initialReserveState = (query: ReserveQuery): ReserveState => ({
  ...initialChoice,
  mode: "date",
  day: query.date,
  session: undefined,
  link: query.session,
  hasOpenedDates: false,
});

/** Whether the day of a session that has just sold out has another one. */
export const hasOtherSession = ({
  session,
  sessions,
}: Pick<Extract<ReserveAction, { type: "sold out" }>, "session" | "sessions">): boolean =>
  sessions.some((one) => one.id !== session.id && isSessionOpen(one));

/** Applies a decision. A new date clears the session, a new session clears the quantities. */
export const reserveReducer = (state: ReserveState, action: ReserveAction): ReserveState => {
  switch (action.type) {
    case "date chosen":
      return { ...state, ...initialChoice, mode: "date", day: action.day, session: undefined, link: undefined };
    case "dates opened":
      return {
        ...state,
        ...initialChoice,
        mode: "date",
        day: undefined,
        session: undefined,
        link: undefined,
        hasOpenedDates: true,
      };
    case "flexible chosen":
      return { ...state, ...initialChoice, mode: "flexible", day: undefined, session: undefined, link: undefined };
    case "session chosen":
      return { ...state, ...initialChoice, mode: "date", day: action.day, session: action.session, link: undefined };
    case "sessions opened":
      return { ...state, ...initialChoice, mode: "date", day: action.day, session: undefined, link: undefined };
    case "quantities chosen":
      return { ...state, quantities: action.quantities, notice: undefined };
    case "price typed":
      return { ...state, prices: { ...state.prices, [action.ticket_type_id]: action.price } };
    case "sold out":
      return hasOtherSession(action)
        ? {
            ...reserveReducer(state, { type: "sessions opened", day: action.day }),
            notice: { kind: "session_sold_out", time: action.session.local_start },
          }
        : { ...reserveReducer(state, { type: "dates opened" }), notice: { kind: "date_sold_out", day: action.day } };
    case "navigated":
      return {
        ...initialReserveState(action.query),
        hasOpenedDates: state.hasOpenedDates || (action.query.date === undefined && action.query.session === undefined),
      };
    default:
      return unreachable(action);
  }
};

export const unreachable = (action: never): never => {
  throw new Error(`unknown action ${JSON.stringify(action)}`);
};

export type DayOptions = {
  /** Undefined while the calendar loads. */
  readonly days: readonly CalendarDate[] | undefined;
  /** The session of the link; null if it does not exist, undefined while it loads. */
  readonly linked: Pick<EventSession, "id" | "local_day"> | null | undefined;
  /** The day of the admission in the cart. */
  readonly anchorDay: Day | undefined;
  /** Some tickets need no date. */
  readonly hasFlexible: boolean;
};
export type ResolvedDay = {
  readonly mode: ReserveState["mode"];
  readonly day: Day | undefined;
  readonly notice: ReserveNotice | undefined;
};

/** The selected day: the visitor's, the link's, the admission's, or the only available one. */
export const resolveDay = (state: ReserveState, { days, linked, anchorDay, hasFlexible }: DayOptions): ResolvedDay => {
  const { notice } = state;
  if (state.mode === "flexible") return { mode: "flexible", day: undefined, notice };
  const open = days?.filter((day) => day.status === "available").map((day) => day.date);
  if (open?.length === 0 && hasFlexible && !needsNewChoice(notice)) return { mode: "flexible", day: undefined, notice };

  const wanted = state.day ?? (state.link ? linked?.local_day : undefined);
  if (wanted !== undefined && (!open || open.includes(wanted))) return { mode: "date", day: wanted, notice };
  const newNotice: ReserveNotice | undefined =
    notice ??
    (wanted !== undefined
      ? { kind: "date_unavailable" }
      : state.link && linked === null
        ? { kind: "session_not_found" }
        : undefined);
  // After 'sold out' the visitor chooses again, even if only one option is left.
  if (needsNewChoice(notice)) return { mode: "date", day: undefined, notice };
  const preferred =
    !state.hasOpenedDates && anchorDay !== undefined && open?.includes(anchorDay) ? anchorDay : undefined;
  return { mode: "date", day: preferred ?? (open?.length === 1 ? open[0] : undefined), notice: newNotice };
};

const needsNewChoice = (notice: ReserveNotice | undefined): boolean =>
  notice?.kind === "session_sold_out" || notice?.kind === "date_sold_out";

export type ResolvedSession = {
  readonly session: EventSession | undefined;
  readonly notice: ReserveNotice | undefined;
};

/** The selected session: the visitor's or the link's if available, else the only one of the day. */
export const resolveSession = (
  state: ReserveState,
  sessions: readonly EventSession[] | undefined,
  linked: DayOptions["linked"],
): ResolvedSession => {
  if (!sessions) return { session: undefined, notice: undefined };
  const wanted = state.session ?? (state.link ? linked?.id : undefined);
  const found = sessions.find((session) => session.id === wanted && isSessionOpen(session));
  if (found) return { session: found, notice: undefined };
  if (needsNewChoice(state.notice)) return { session: undefined, notice: undefined };
  return { session: onlySession(sessions), notice: wanted === undefined ? undefined : { kind: "session_unavailable" } };
};

export type MissingStep =
  | { readonly step: "date" }
  | { readonly step: "session" }
  /** No ticket is chosen, or fewer tickets of a group than its minimum per order. */
  | { readonly step: "tickets"; readonly least?: { readonly group: string; readonly count: number } }
  | { readonly step: "price"; readonly ticket_type_id: string }
  | { readonly step: "seats" }
  /** Tickets are selected but dates are not searched yet. */
  | { readonly step: "find" };
