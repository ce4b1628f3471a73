import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { requireOnSale } from "../../../modules/cart/hold/requireOnSale.ts";
import { requireCardMember } from "../../members/memberTransaction.ts";
import { counterTenders, needsTill, type CounterTenders } from "../counterTenders.ts";
import { findMadeSale, makeOrFindSale, type SaleId, type SaleReply } from "../madeSale.ts";
import { refuseWithoutTill } from "../tills/requireTill.ts";

type MemberSale = {
  readonly sale: SaleId;
  readonly sent: {
    readonly membership_id: string;
    readonly version: string;
    readonly means: readonly CounterMeans[];
  };
};

/**
 * Makes a sale to a member at the counter. A repeated call gets the reply of the original sale. What is refused before
 * `make` is refused without anything held: a seller who does not sell, wrong means, a card that has changed since it was
 * shown, and money without an open till.
 */
export const sellToMember = async (
  ctx: StaffContext,
  { sale, sent }: MemberSale,
  make: (paid: CounterTenders) => Promise<SaleReply>,
): Promise<SaleReply> => {
  const known = await findMadeSale(ctx, sale);
  if (known) return known;
  requireOnSale(ctx);
  const paid = counterTenders(sent.means, ctx.seller.default_currency_code);
  await requireCardMember(ctx, sent.membership_id, sent.version);
  if (needsTill(paid)) await refuseWithoutTill(ctx);
  return makeOrFindSale(ctx, sale, () => make(paid));
};
