import type { SellerContext } from "../../../http/requestContext.ts";
import { openOffer, type OpenOffer } from "./offers.sql.ts";

export type { OpenOffer } from "./offers.sql.ts";

/** The change of an order that waits to be paid by its link. */
export const readOpenOffer = ({ db, seller }: SellerContext, order_id: string): Promise<OpenOffer | undefined> =>
  openOffer(db, seller.id, order_id);
