import { useMemo } from "react";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import { ticketChoices } from "@foyer/rules/reserve/ticketChoices.ts";
import { partyCount, type LevelOption } from "@foyer/rules/membership/partyForm.ts";
import { useTicketDetails } from "../../reserve/details/useTicketDetails.ts";

export type LevelDetailsOptions = {
  readonly level: LevelOption | undefined;
  readonly counts: Readonly<Record<string, number>>;
  readonly action: MembershipAction;
};

/** The level as tickets, for what is asked beside any tickets; who stands on it has a form of its own. */
export const useLevelDetails = ({ level, counts, action }: LevelDetailsOptions) => {
  const choices = useMemo(() => choicesFor(level, counts), [level, counts]);
  return { choices, details: useTicketDetails({ event: noAttendees, choices, membership: action }) };
};

/** Nobody comes with a membership: what an event asks of those who do is not asked here. */
const noAttendees = { meta: {}, config: { citypass: false } } as const;

const noChoices: ReturnType<typeof ticketChoices> = [];
const choicesFor = (level: LevelOption | undefined, counts: Readonly<Record<string, number>>) =>
  level
    ? ticketChoices({
        groups: [{ ...level.group, meta: {} }],
        types: level.party.map(({ type }) => type),
        sessionLeft: null,
        quantities: Object.fromEntries(level.party.map((one) => [one.type.id, partyCount(one, counts)])),
        inCart: {},
      })
    : noChoices;
