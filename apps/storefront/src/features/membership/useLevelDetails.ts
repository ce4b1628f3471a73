import { useMemo } from "react";
import type { MembershipAction } from "@foyer/contract/level.ts";
import { choicesOf } from "@foyer/rules/choosing.ts";
import { countOf, type Level } from "@foyer/rules/membershipForm.ts";
import { useTicketDetails } from "../reserve/useTicketDetails.ts";

export type LevelDetailsFor = {
  readonly level: Level | undefined;
  readonly counts: Readonly<Record<string, number>>;
  readonly action: MembershipAction;
};

/** The level as tickets, for what is asked beside any tickets; who stands on it has a form of its own. */
export const useLevelDetails = ({ level, counts, action }: LevelDetailsFor) => {
  const choices = useMemo(() => choicesFor(level, counts), [level, counts]);
  return { choices, details: useTicketDetails({ event: quiet, choices, membership: action }) };
};

/** Nobody comes with a membership: what an event asks of those who do is not asked here. */
const quiet = { meta: {}, config: { citypass: false } } as const;

const none: ReturnType<typeof choicesOf> = [];
const choicesFor = (level: Level | undefined, counts: Readonly<Record<string, number>>) =>
  level
    ? choicesOf({
        groups: [{ ...level.group, meta: {} }],
        types: level.party.map(({ type }) => type),
        sessionLeft: null,
        quantities: Object.fromEntries(level.party.map((one) => [one.type.id, countOf(one, counts)])),
        inCart: {},
      })
    : none;
