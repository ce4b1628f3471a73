import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import { partyLimits, type LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { describeTerm } from "@foyer/rules/membership/renewalOptions.ts";
import { useSeller, useShortMoney } from "../../../shared/seller/seller.tsx";
import { useMemberDate } from "../useMemberDate.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** The texts of a level's card: price, term and members. */
export const useLevelTexts = () => {
  const t = useMembershipText();
  const date = useMemberDate();
  const money = useShortMoney();
  const { default_currency_code: currency } = useSeller();
  const price = (minor: number): string => (minor === 0 ? t("membership.free") : money(toDecimal(minor, currency)));

  return {
    price,
    /** 'for one year' */
    term: ({ group }: LevelOption): string => {
      const term = describeTerm(group, group.level?.term.last_day ?? null);
      switch (term.kind) {
        case "until":
          return t("membership.term.until", { date: date(term.day) });
        case "lifetime":
          return t("membership.term.lifetime");
        default:
          return t(`membership.term.${term.kind}`, { count: term.count });
      }
    },
    /** When it begins and ends, unless the term already says so. `isExpired` is about the membership that is renewed. */
    dates: ({ group }: LevelOption, action: MembershipAction, isExpired = false): string | undefined => {
      if (action === "renew" && isExpired) return t("membership.term.renew.expired");
      if (action !== "buy") return t(`membership.term.${action}`);
      const last_day = group.level?.term.last_day ?? null;
      if (last_day === null || describeTerm(group, last_day).kind === "until") return undefined;
      return t("membership.term.until", { date: date(last_day) });
    },
    /** '1 × Adult', 'Up to 4 × Child, $10 each'. Empty for a level of one person. */
    people: ({ party }: LevelOption): readonly string[] => {
      const [only] = party;
      if (party.length === 1 && only && partyLimits(only.rule).max === 1) return [];
      return party.map(({ type: { name, discounted_amount }, rule }) => {
        const { min, max } = partyLimits(rule);
        if (min === max) return t("membership.party", { count: min, name });
        const unitPrice = fromDecimal(discounted_amount, currency) ?? 0;
        if (max === 1)
          return t(unitPrice === 0 ? "membership.party.may" : "membership.party.may.price", {
            name,
            price: price(unitPrice),
          });
        const members =
          min === 0
            ? t("membership.party.up_to", { count: max, name })
            : t("membership.party.more", { count: min, most: max, name });
        return unitPrice === 0
          ? t("membership.party.included", { who: members })
          : t("membership.party.priced", { who: members, price: price(unitPrice) });
      });
    },
  };
};
