import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import { isUnlimitedBenefit, unusedBenefitsWithHeld } from "@foyer/rules/reserve/memberBenefits.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { useCoins } from "../../shared/seller/useCoins.ts";
import { sessionQuery } from "../reserve/queries/reserve.queries.ts";
import { useMemberLimits } from "../reserve/queries/useMemberLimits.ts";
import { selectTickets } from "../reserve/tickets/selectTickets.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

export type UnusedBenefitsProps = {
  readonly cart: Cart;
  readonly line: CartLine;
  readonly event_session_id: string;
};

/** Says beside full-price tickets that the membership still has free ones. */
export function UnusedBenefits({ cart, line, event_session_id }: UnusedBenefitsProps) {
  const t = useText(checkoutStrings);
  const { slug } = useSeller();
  const coins = useCoins();
  const { event_template_id } = line;
  const { data } = useQuery(sessionQuery({ slug, event_template_id, tg: [] }, event_session_id));
  const groups = reservableGroups(data?.ticket_group?._data ?? [], []);
  const event = data?.event_template._data[0];
  const memberLimits = useMemberLimits({ event, groups, event_session_id, cart });
  if (!data || !memberLimits) return null;
  const { choices } = selectTickets({
    event,
    groups,
    types: data.ticket_type?._data ?? [],
    session: data.event_session._data[0],
    canReplaceHeld: true,
    cart,
    memberLimits,
    wanted: {},
    prices: {},
    coins,
  });
  const held = new Map(line.types.map(({ ticket_type_id, count }) => [ticket_type_id, count]));
  const count = unusedBenefitsWithHeld(choices, held, coins.currency);
  if (count === 0) return null;
  return (
    <p className={css.unused}>
      {t(isUnlimitedBenefit(count) ? "checkout.unused.any" : "checkout.unused", { count })}{" "}
      <Link href={`${paths.event(event_template_id)}?session=${event_session_id}`}>{t("checkout.unused.see")}</Link>
    </p>
  );
}
