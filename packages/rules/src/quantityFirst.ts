import type { GroupChoice, Quantities, TypedPrices } from "./choosing.ts";
import { decidedBy, reserveFlow, type Decided, type Missing, type ReserveAction } from "./reserveFlow.ts";
import { firstMissing, missingTickets } from "./reserveMissing.ts";
import type { ReserveQuery } from "./reserveQuery.ts";

/** What a visitor decided who says first how many they are, and is then shown when that many can come. */
export type QuantityFirst = Decided & {
  /** Days and sessions are looked for, for exactly these tickets. */
  readonly isFound: boolean;
};

export type QuantityFirstAction =
  | ReserveAction
  | { readonly type: "tickets found"; readonly quantities: Quantities }
  | { readonly type: "tickets opened" }
  | { readonly type: "calendar refused"; readonly text: string };

/** Where the page begins. A link that names tickets and wants them reserved has pressed the button already. */
export const quantityFirstBy = (query: ReserveQuery): QuantityFirst => ({
  ...decidedBy(query),
  isFound: query.reserve !== "false" && query.quantity.length > 0,
});

/** The tickets are open again: days and sessions were found for others. What a link names holds until it was looked for. */
const reopened = (decided: QuantityFirst): QuantityFirst => ({
  ...decided,
  isFound: false,
  day: decided.isFound ? undefined : decided.day,
  link: decided.isFound ? undefined : decided.link,
  session: undefined,
  notice: undefined,
});

/** One decision after another: what is chosen of days and sessions never outlives a change of the tickets. */
export const quantityFirst = (decided: QuantityFirst, action: QuantityFirstAction): QuantityFirst => {
  switch (action.type) {
    case "tickets found":
      return { ...decided, quantities: action.quantities, isFound: true, notice: undefined };
    case "tickets opened":
      return reopened(decided);
    case "calendar refused":
      return { ...reopened(decided), notice: { kind: "calendar_refused", text: action.text } };
    case "quantities chosen":
      return { ...reopened(decided), quantities: action.quantities };
    case "flexible chosen":
      // Other tickets, not other days for the same.
      return { ...reserveFlow(decided, action), isFound: false };
    case "price typed":
      return { ...reserveFlow(decided, action), isFound: decided.isFound };
    case "date chosen":
    case "dates opened":
    case "session chosen":
    case "sessions opened":
    case "sold out":
    case "went": {
      const leavesFlexible = decided.mode === "flexible";
      return {
        ...reserveFlow(decided, action),
        quantities: leavesFlexible ? undefined : decided.quantities,
        prices: leavesFlexible ? {} : decided.prices,
        isFound: !leavesFlexible && decided.isFound,
      };
    }
    default:
      return unreachable(action);
  }
};

const unreachable = (action: never): never => {
  throw new Error(`unknown action ${JSON.stringify(action)}`);
};

/** The first thing that a reservation still lacks, in the order of this form. */
export const firstMissingFound = (
  { mode, isFound, day, session }: Pick<QuantityFirst, "mode" | "isFound" | "day"> & { readonly session: unknown },
  choices: readonly GroupChoice[],
  prices: TypedPrices,
  currency: string,
): Missing | undefined => {
  const missing = missingTickets(choices, prices, currency);
  if (missing) return missing;
  if (mode === "date" && !isFound) return { step: "find" };
  return firstMissing({ mode, day, session }, choices, prices, currency);
};
