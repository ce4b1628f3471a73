import type { Ask } from "../../http/ask.ts";
import { cardsById, cardsOfOrder, type CardRow } from "./cards.sql.ts";

type Desk = Pick<Ask, "db" | "seller">;

/** A card as it is printed and shown at the door. */
export type Card = CardRow;

/** Cards by id, in the order asked for; those that were taken back are left out. */
export const cardsOf = ({ db, seller }: Desk, ids: readonly string[]): Promise<Card[]> => cardsById(db, seller.id, ids);

/** The cards that an order's tickets stand for. */
export const cardsOfTickets = ({ db, seller }: Desk, order_id: string): Promise<Card[]> =>
  cardsOfOrder(db, seller.id, order_id);
