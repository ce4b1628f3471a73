import type { RequestContext } from "../../http/requestContext.ts";
import { returnUsesOfCodes } from "./returnCodeUses.sql.ts";

/** Gives back the uses of an order's codes once none of its tickets is left, in the transaction of the cancellation. */
export const returnCodeUses = ({ db, seller }: Pick<RequestContext, "db" | "seller">, cart_id: string): Promise<void> =>
  returnUsesOfCodes(db, seller.id, cart_id);
