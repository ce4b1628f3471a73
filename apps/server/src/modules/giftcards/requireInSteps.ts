import type { RefusalContext } from "@foyer/contract/errors.ts";
import { amountStepReason } from "@foyer/rules/checkout/amountSteps.ts";
import { isInSteps } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";

type Steps = { readonly step: number; readonly currency: string; readonly context: RefusalContext };

/** Refuses a typed amount, in minor units, that is between two steps. The refusal names the field and the step. */
export const requireInSteps = (amount: number, { step, currency, context }: Steps): void => {
  if (isInSteps(amount, step)) return;
  const extra = { fields: ["amount"], ...amountStepReason(step, currency) };
  throw new Refused({ code: "validation_failed", context, extra });
};
