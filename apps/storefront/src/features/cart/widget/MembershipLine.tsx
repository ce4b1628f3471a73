import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "./CartLines.module.css";
import { membershipLineStrings } from "./membershipLine.strings.ts";

type MembershipLineProps = {
  readonly line: CartLine;
  readonly action: NonNullable<CartLine["membership"]>;
  readonly giftee: string | undefined;
};

/** The level of a membership, and whether it is a renewal or a gift. */
export function MembershipLine({ line, action, giftee }: MembershipLineProps) {
  const t = useText(membershipLineStrings);
  const level = line.types[0]?.group_name ?? "";
  return (
    <>
      <p className={css.level}>{action === "buy" ? level : t(`cart.membership.${action}`, { level })}</p>
      {action === "gift" && giftee && <p className={css.date}>{t("cart.membership.gift_for", { name: giftee })}</p>}
    </>
  );
}
