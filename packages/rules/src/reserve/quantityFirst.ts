import type { GroupChoice, Quantities, EnteredPrices } from "./ticketChoices.ts";
import {
  initialReserveState,
  reserveReducer,
  unreachable,
  type ReserveState,
  type MissingStep,
  type ReserveAction,
} from "./reserveState.ts";
import { firstMissingStep, missingTicketStep } from "./missingStep.ts";
import type { ReserveQuery } from "./reserveQuery.ts";

/** The decisions of a visitor who selects tickets first and then sees the dates for them. */
export type QuantityFirstState = ReserveState & {
  /** The tickets are confirmed: days and sessions are searched for exactly these. */
  readonly hasConfirmedTickets: boolean;
};

export type QuantityFirstAction =
  | ReserveAction
  | { readonly type: "tickets found"; readonly quantities: Quantities }
  | { readonly type: "tickets opened" }
  | { readonly type: "calendar refused"; readonly text: string };

/** The initial state. A link with tickets that asks to reserve them counts as confirmed. */
export const initialQuantityFirst = (query: ReserveQuery): QuantityFirstState => ({
  ...initialReserveState(query),
  hasConfirmedTickets: query.reserve !== "false" && query.quantity.length > 0,
});

/**
 * Reopens the ticket step: days and sessions were for other tickets. The link's choice is kept until it has been searched
 * for.
 */
const reopenTickets = (state: QuantityFirstState): QuantityFirstState => ({
  ...state,
  hasConfirmedTickets: false,
  day: state.hasConfirmedTickets ? undefined : state.day,
  link: state.hasConfirmedTickets ? undefined : state.link,
  session: undefined,
  notice: undefined,
});

/** Applies a decision. Selected days and sessions never survive a change of tickets. */
export const quantityFirstReducer = (state: QuantityFirstState, action: QuantityFirstAction): QuantityFirstState => {
  switch (action.type) {
    case "tickets found":
      return { ...state, quantities: action.quantities, hasConfirmedTickets: true, notice: undefined };
    case "tickets opened":
      return reopenTickets(state);
    case "calendar refused":
      return { ...reopenTickets(state), notice: { kind: "calendar_refused", text: action.text } };
    case "quantities chosen":
      return { ...reopenTickets(state), quantities: action.quantities };
    case "flexible chosen":
      // These are different tickets, not other days for the same ones.
      return { ...reserveReducer(state, action), hasConfirmedTickets: false };
    case "price typed":
      return { ...reserveReducer(state, action), hasConfirmedTickets: state.hasConfirmedTickets };
    case "date chosen":
    case "dates opened":
    case "session chosen":
    case "sessions opened":
    case "sold out":
    case "navigated": {
      const leavesFlexible = state.mode === "flexible";
      return {
        ...reserveReducer(state, action),
        quantities: leavesFlexible ? undefined : state.quantities,
        prices: leavesFlexible ? {} : state.prices,
        hasConfirmedTickets: !leavesFlexible && state.hasConfirmedTickets,
      };
    }
    default:
      return unreachable(action);
  }
};

/** The first missing step, in the order of this form. */
export const firstMissingQuantityStep = (
  {
    mode,
    hasConfirmedTickets,
    day,
    session,
  }: Pick<QuantityFirstState, "mode" | "hasConfirmedTickets" | "day"> & { readonly session: unknown },
  choices: readonly GroupChoice[],
  prices: EnteredPrices,
  currency: string,
): MissingStep | undefined => {
  const missing = missingTicketStep(choices, prices, currency);
  if (missing) return missing;
  if (mode === "date" && !hasConfirmedTickets) return { step: "find" };
  return firstMissingStep({ mode, day, session }, choices, prices, currency);
};
