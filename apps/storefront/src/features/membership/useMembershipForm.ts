import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearch } from "wouter";
import type { EventReply } from "@foyer/contract/catalog.ts";
import type { MembershipAction } from "@foyer/contract/level.ts";
import type { Membership } from "@foyer/contract/membership.ts";
import { autoRenewSent, type Renewal } from "@foyer/rules/renewals.ts";
import {
  asPresent,
  levelPrice,
  levelsOf,
  nobodyTyped,
  partyMissing,
  renewedParty,
  usualLevel,
  type Level,
} from "@foyer/rules/membershipForm.ts";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useMember } from "../login/useMember.ts";
import { autoRenewOffered } from "./autoRenew.ts";
import { rulesQuery, typeIds } from "./membership.queries.ts";
import { useGiftee } from "./useGiftee.ts";
import { useLevelDetails } from "./useLevelDetails.ts";
import { useParty } from "./useParty.ts";

/** The levels that an event sells, once it is known who may stand on them. */
export const useLevels = (event: EventReply, action: MembershipAction) => {
  const { tg } = readReserveQuery(useSearch());
  const { data, error, refetch } = useQuery(rulesQuery(typeIds(event)));
  const rules = data?.membership_rules._data;
  const key = tg.join(",");
  const levels = useMemo(
    () =>
      rules &&
      levelsOf({
        groups: event.ticket_group?._data ?? [],
        types: event.ticket_type?._data ?? [],
        rules,
        tg: key === "" ? [] : key.split(","),
        action,
      }),
    [rules, event, key, action],
  );
  return { levels, hasFailed: error !== null && !rules, again: () => void refetch() };
};

export type MembershipFormFor = {
  readonly levels: readonly Level[];
  readonly action: MembershipAction;
  /** What is renewed. */
  readonly renewal?: Renewal<Membership> | undefined;
};

/** What is chosen and typed to become a member. */
export const useMembershipForm = ({ levels, action, renewal }: MembershipFormFor) => {
  const { default_currency_code: currency, configuration } = useSeller();
  const { strength, user } = useMember();
  const { select } = readReserveQuery(useSearch());
  const open = levels.filter(({ soldOut }) => !soldOut);
  const meant = (wanted: string | undefined) =>
    open.find(
      ({ group, party }) =>
        wanted !== undefined &&
        [group, ...party.map(({ type }) => type)].some(({ id, name }) => id === wanted || name === wanted),
    );
  const begun = renewal ? meant(renewal.lead.ticket_group_id) : meant(select);
  const [chosen, setChosen] = useState(begun?.group.id ?? usualLevel(levels));
  const sold = open.find(({ group }) => group.id === chosen);
  const level = useMemo(() => (sold && action === "gift" ? asPresent(sold) : sold), [sold, action]);
  const party = useParty(level, level && renewal ? renewedParty(level, renewal.party) : nobodyTyped);
  const giftee = useGiftee(strength === "full" ? (user?.identity.email ?? undefined) : undefined);
  const [isAutoRenewed, setAutoRenewed] = useState(false);
  const autoRenew = action === "gift" ? ("never" as const) : autoRenewOffered(configuration, level);

  const { counts } = party.typed;
  const { choices, details } = useLevelDetails({ level, counts, action });

  return {
    levels,
    level,
    choose: (id: string) => {
      const next = open.find(({ group }) => group.id === id);
      if (!next || next === sold) return;
      setChosen(id);
      // What was agreed to for one level is not agreed to for another.
      setAutoRenewed(false);
      if (renewal && !level) party.begin(renewedParty(next, renewal.party));
      else party.move(next);
    },
    party,
    giftee,
    details,
    choices,
    missing: partyMissing(level, counts),
    price: level ? levelPrice(level, counts, currency) : { price: 0, before: 0, fees: 0 },
    /** 'ask' where a renewal by itself is offered. */
    autoRenew,
    isAutoRenewed,
    setAutoRenewed,
    auto_renew: autoRenewSent(autoRenew, isAutoRenewed),
  };
};
export type MembershipChosen = ReturnType<typeof useMembershipForm>;
