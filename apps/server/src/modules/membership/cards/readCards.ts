import type { RequestContext } from "../../../http/requestContext.ts";
import { cardsById, cardsOfOrders, type CardRow } from "./cards.sql.ts";

export type { CardRow } from "./cards.sql.ts";

type CardContext = Pick<RequestContext, "db" | "seller">;

/** In the order of `ids`; cancelled cards are left out. */
export const readCards = ({ db, seller }: CardContext, ids: readonly string[]): Promise<CardRow[]> =>
  cardsById(db, seller.id, ids);

export const readOrderCards = ({ db, seller }: CardContext, order_ids: readonly string[]): Promise<CardRow[]> =>
  cardsOfOrders(db, seller.id, order_ids);
