import { useQuery } from "@tanstack/react-query";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { eventQuery } from "../../reserve/queries/reserve.queries.ts";
import { ordersStrings } from "../orders.strings.ts";

export type PhysicalCardNoteProps = { readonly line: CartLine; readonly action: NonNullable<CartLine["membership"]> };

/** The delivery time of a physical membership card. Not shown for gifts, whose card is sent after they are redeemed. */
export function PhysicalCardNote({ line: { event_template_id, types }, action }: PhysicalCardNoteProps) {
  const { slug } = useSeller();
  const t = useText(ordersStrings);
  const tg = types.slice(0, 1).map(({ ticket_group_id }) => ticket_group_id);
  const { data } = useQuery({ ...eventQuery({ slug, event_template_id, tg }), enabled: action !== "gift" });
  const level = data?.ticket_group?._data.find(({ id }) => id === tg[0])?.level;
  return level?.physical_card && action !== "gift" ? <p>{t("complete.physical_card")}</p> : null;
}
