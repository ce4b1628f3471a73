import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { maxAllowed, type RemainingAllowance } from "./allocateAllowances.ts";
import type { MemberLimits } from "../reserve/ticketChoices.ts";
import { isVisit } from "../catalog/handlers.ts";
import { isForMembers, benefitName } from "./memberTerms.ts";
import { maxTicketsPerType } from "../reserve/quantities.ts";

/** Limits of tickets for members, from their remaining allowances. */
export const memberLimits =
  (event: Pick<EventTemplate, "hidden_type">, left: readonly RemainingAllowance[]): MemberLimits =>
  ({ group, type }, chosen) => {
    const counts = (one: typeof group): boolean => isForMembers(one, event) && isVisit(one);
    if (!counts(group)) return undefined;
    const others = chosen
      .filter((one) => one.type.id !== type.id && counts(one.group))
      .map((one) => ({ name: benefitName(one.type), quantity: one.quantity }));
    return maxAllowed(benefitName(type), others, left, maxTicketsPerType);
  };
