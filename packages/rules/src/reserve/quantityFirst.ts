import type { GroupChoice, Quantities, EnteredPrices } from "./ticketChoices.ts";
import {
  initialReserveState,
  reserveReducer,
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
 * Reopens the ticket step: days and sessions were for other tickets. The link's choice stays until it was searched
 * for.
 */
const reopenTickets = (decided: QuantityFirstState): QuantityFirstState => ({
  ...decided,
  hasConfirmedTickets: false,
  day: decided.hasConfirmedTickets ? undefined : decided.day,
  link: decided.hasConfirmedTickets ? undefined : decided.link,
  session: undefined,
  notice: undefined,
});

/** Applies a decision. Selected days and sessions never survive a change of tickets. */
export const quantityFirstReducer = (decided: QuantityFirstState, action: QuantityFirstAction): QuantityFirstState => {
  switch (action.type) {
    case "tickets found":
      return { ...decided, quantities: action.quantities, hasConfirmedTickets: true, notice: undefined };
    case "tickets opened":
      return reopenTickets(decided);
    case "calendar refused":
      return { ...reopenTickets(decided), notice: { kind: "calendar_refused", text: action.text } };
    case "quantities chosen":
      return { ...reopenTickets(decided), quantities: action.quantities };
    case "flexible chosen":
      // These are different tickets, not other days for the same ones.
      return { ...reserveReducer(decided, action), hasConfirmedTickets: false };
    case "price typed":
      return { ...reserveReducer(decided, action), hasConfirmedTickets: decided.hasConfirmedTickets };
    case "date chosen":
    case "dates opened":
    case "session chosen":
    case "sessions opened":
    case "sold out":
    case "navigated": {
      const leavesFlexible = decided.mode === "flexible";
      return {
        ...reserveReducer(decided, action),
        quantities: leavesFlexible ? undefined : decided.quantities,
        prices: leavesFlexible ? {} : decided.prices,
        hasConfirmedTickets: !leavesFlexible && decided.hasConfirmedTickets,
      };
    }
    default:
      return unreachable(action);
  }
};

const unreachable = (action: never): never => {
  throw new Error(`unknown action ${JSON.stringify(action)}`);
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
