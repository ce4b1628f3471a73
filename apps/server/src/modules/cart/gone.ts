import type { Ask } from "../../http/ask.ts";
import { writeGone } from "./lostWith.sql.ts";

/** Why what a cart held cannot be had again: its places, a code of it, an allowance, or nobody sells it any more. */
export type Gone = "places" | "code" | "allowance" | "not_sold";

/** What an expired cart held could not be had again, and why not: whoever paid for it is told. */
export const noteGone = ({ db, seller }: Pick<Ask, "db" | "seller">, cart_id: string, gone: Gone): Promise<void> =>
  writeGone(db, seller.id, cart_id, gone);
