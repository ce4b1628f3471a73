import type { RequestContext } from "../../../http/requestContext.ts";
import { cardsById, cardsOfOrder, type CardRow } from "./cards.sql.ts";

type CardContext = Pick<RequestContext, "db" | "seller">;

/** A card as it is printed and shown at the door. */
export type Card = CardRow;

/** Cards by id, in the order asked for; those that were taken back are left out. */
export const readCards = ({ db, seller }: CardContext, ids: readonly string[]): Promise<Card[]> =>
  cardsById(db, seller.id, ids);

/** The cards that an order's tickets stand for. */
export const readOrderCards = ({ db, seller }: CardContext, order_id: string): Promise<Card[]> =>
  cardsOfOrder(db, seller.id, order_id);
