import type { CartReply } from "@foyer/contract/cart.ts";
import type { Ask } from "../../http/ask.ts";
export const readCart = async (_ask: Pick<Ask, "db" | "seller">, _id: string): Promise<CartReply> => { throw new Error("merged with the cart room"); };
