import { useMemo } from "react";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import { ticketChoices } from "@foyer/rules/reserve/ticketChoices.ts";
import { partyCount, type LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { useTicketDetails } from "../../reserve/details/useTicketDetails.ts";

export type LevelDetailsOptions = {
  readonly level: LevelOption | undefined;
  readonly counts: Readonly<Record<string, number>>;
  readonly action: MembershipAction;
};

/** The level's questions that any ticket can have. Its members have separate fields. */
export const useLevelDetails = ({ level, counts, action }: LevelDetailsOptions) => {
  const choices = useMemo(() => choicesFor(level, counts), [level, counts]);
  return { choices, details: useTicketDetails({ event: noAttendees, choices, membership: action }) };
};

/** A membership has no attendees, so the questions of an event about them do not apply. */
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
