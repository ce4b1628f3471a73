import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { mostAllowed, type AllowanceLeft } from "./allowance.ts";
import type { MemberLimits } from "./choosing.ts";
import { isForMembers, isVisit, memberName } from "./memberTerms.ts";
import { hardCap } from "./quantities.ts";

/** What may be chosen of what is for members, by what is left to them for a visit. */
export const memberLimits =
  (event: Pick<EventTemplate, "hidden_type">, left: readonly AllowanceLeft[]): MemberLimits =>
  ({ group, type }, chosen) => {
    const counts = (one: typeof group): boolean => isForMembers(one, event) && isVisit(one.handler);
    if (!counts(group)) return undefined;
    const others = chosen
      .filter((one) => one.type.id !== type.id && counts(one.group))
      .map((one) => ({ name: memberName(one.type), quantity: one.quantity }));
    return mostAllowed(memberName(type), others, left, hardCap);
  };
