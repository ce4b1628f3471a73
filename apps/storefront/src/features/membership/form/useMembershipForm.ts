import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearch } from "wouter";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { isAutoRenewChosen, type RenewalOption } from "@foyer/rules/membership/renewalOptions.ts";
import {
  asGift,
  levelOptionPrice,
  levelOptions,
  emptyParty,
  missingPartyStep,
  partyForRenewal,
  defaultLevel,
  type LevelOption,
} from "@foyer/rules/membership/party/partyForm.ts";
import { matchesType, parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { useMember } from "../../login/session/useMember.ts";
import { autoRenewMode } from "./autoRenewMode.ts";
import { membershipRulesQuery, ticketTypeIds } from "../membership.queries.ts";
import { useGiftee } from "./useGiftee.ts";
import { useLevelDetails } from "./useLevelDetails.ts";
import { useParty } from "./party/useParty.ts";

/** The levels that an event sells. Undefined until their rules are loaded. */
export const useLevels = (event: EventReply, action: MembershipAction) => {
  const { tg } = parseReserveQuery(useSearch());
  const { data, error, refetch } = useQuery(membershipRulesQuery(ticketTypeIds(event)));
  const rules = data?.membership_rules._data;
  const key = tg.join(",");
  const levels = useMemo(
    () =>
      rules &&
      levelOptions({
        groups: event.ticket_group?._data ?? [],
        types: event.ticket_type?._data ?? [],
        rules,
        tg: key === "" ? [] : key.split(","),
        action,
      }),
    [rules, event, key, action],
  );
  return { levels, hasFailed: error !== null && !rules, retry: () => void refetch() };
};

export type MembershipFormOptions = {
  readonly levels: readonly LevelOption[];
  readonly action: MembershipAction;
  readonly renewal?: RenewalOption<Membership> | undefined;
};

/** The state of the membership form: level, members, recipient and details. */
export const useMembershipForm = ({ levels, action, renewal }: MembershipFormOptions) => {
  const { configuration } = useSeller();
  const coins = useCoins();
  const { strength, user } = useMember();
  const { select } = parseReserveQuery(useSearch());
  const open = levels.filter(({ soldOut }) => !soldOut);
  const findLevel = (wanted: string | undefined) =>
    open.find(
      ({ group, party }) =>
        wanted !== undefined && [group, ...party.map(({ type }) => type)].some((one) => matchesType(one, wanted)),
    );
  const preselected = renewal ? findLevel(renewal.primary.ticket_group_id) : findLevel(select);
  const [chosen, setChosen] = useState(preselected?.group.id ?? defaultLevel(levels));
  const chosenLevel = open.find(({ group }) => group.id === chosen);
  const level = useMemo(
    () => (chosenLevel && action === "gift" ? asGift(chosenLevel) : chosenLevel),
    [chosenLevel, action],
  );
  const party = useParty(level, level && renewal ? partyForRenewal(level, renewal.party) : emptyParty);
  const giftee = useGiftee(strength === "full" ? (user?.identity.email ?? undefined) : undefined);
  const [isAutoRenewed, setAutoRenewed] = useState(false);
  const autoRenew = action === "gift" ? ("never" as const) : autoRenewMode(configuration, level);

  const { counts } = party.typed;
  const { choices, details } = useLevelDetails({ level, counts, action });

  return {
    levels,
    level,
    choose: (id: string) => {
      const next = open.find(({ group }) => group.id === id);
      if (!next || next === chosenLevel) return;
      setChosen(id);
      // Consent to renewal is per level.
      setAutoRenewed(false);
      if (renewal && !level) party.reset(partyForRenewal(next, renewal.party));
      else party.changeLevel(next);
    },
    party,
    giftee,
    details,
    choices,
    missing: missingPartyStep(level, counts),
    price: level ? levelOptionPrice(level, counts, coins) : { price: 0, before: 0, fees: 0 },
    /** 'ask' if automatic renewal is offered. */
    autoRenew,
    isAutoRenewed,
    setAutoRenewed,
    auto_renew: isAutoRenewChosen(autoRenew, isAutoRenewed),
  };
};
export type MembershipFormState = ReturnType<typeof useMembershipForm>;
