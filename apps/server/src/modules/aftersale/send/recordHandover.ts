import type { BuyerActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import { recordOrderChange } from "../../checkout/change/recordOrderChange.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Handover = {
  readonly id: string;
  readonly kind: "send" | "take_back";
  readonly actor: BuyerActor;
  readonly tickets: number;
};

/** Records that tickets of an order are sent to somebody else or taken back, without money. */
export const recordHandover = (
  ctx: Pick<RequestContext, "db" | "seller">,
  order: { readonly id: string; readonly order_number: number },
  handover: Handover,
): Promise<void> =>
  recordOrderChange(
    ctx,
    order,
    { ...handover, value: 0, fee: 0, refund: 0, gift_card: 0, bonus: 0, gift_card_account_id: null },
    "buyer",
  );
