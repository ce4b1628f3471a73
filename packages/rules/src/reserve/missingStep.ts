import type { Day } from "@foyer/contract/basics.ts";
import { isInvalidPrice, type GroupChoice, type EnteredPrices } from "./ticketChoices.ts";
import type { ReserveState, MissingStep } from "./reserveState.ts";

/** The first missing step of the ticket selection. */
export const missingTicketStep = (
  choices: readonly GroupChoice[],
  prices: EnteredPrices,
  currency: string,
): MissingStep | undefined => {
  const chosen = choices.flatMap((choice) => choice.types).filter((choice) => choice.quantity > 0);
  if (chosen.length === 0) return { step: "tickets" };
  const few = choices.find(({ least, types }) => {
    const count = types.reduce((sum, { quantity }) => sum + quantity, 0);
    return least !== undefined && count > 0 && count < least;
  });
  if (few?.least !== undefined) return { step: "tickets", least: { group: few.group.name, count: few.least } };
  const wrong = chosen.find(({ type, flexible }) => flexible && isInvalidPrice(flexible, prices[type.id], currency));
  return wrong && { step: "price", ticket_type_id: wrong.type.id };
};

/** The first missing step of a reservation. */
export const firstMissingStep = (
  {
    mode,
    day,
    session,
  }: { readonly mode: ReserveState["mode"]; readonly day: Day | undefined; readonly session: unknown },
  choices: readonly GroupChoice[],
  prices: EnteredPrices,
  currency: string,
): MissingStep | undefined => {
  if (mode === "date" && day === undefined) return { step: "date" };
  if (mode === "date" && session === undefined) return { step: "session" };
  return missingTicketStep(choices, prices, currency);
};
