import type { Day } from "@foyer/contract/basics.ts";
import { isPriceRefused, type GroupChoice, type TypedPrices } from "./choosing.ts";
import type { Decided, Missing } from "./reserveFlow.ts";

/** The first thing that the choice of tickets itself lacks. */
export const missingTickets = (
  choices: readonly GroupChoice[],
  prices: TypedPrices,
  currency: string,
): Missing | undefined => {
  const chosen = choices.flatMap((choice) => choice.types).filter((choice) => choice.quantity > 0);
  if (chosen.length === 0) return { step: "tickets" };
  const wrong = chosen.find(({ type, flexible }) => flexible && isPriceRefused(flexible, prices[type.id], currency));
  return wrong && { step: "price", ticket_type_id: wrong.type.id };
};

/** The first thing that a reservation still lacks. */
export const firstMissing = (
  { mode, day, session }: { readonly mode: Decided["mode"]; readonly day: Day | undefined; readonly session: unknown },
  choices: readonly GroupChoice[],
  prices: TypedPrices,
  currency: string,
): Missing | undefined => {
  if (mode === "date" && day === undefined) return { step: "date" };
  if (mode === "date" && session === undefined) return { step: "session" };
  return missingTickets(choices, prices, currency);
};
