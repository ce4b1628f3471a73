import { sql } from "kysely";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Connections } from "../db/connect.ts";
import { settlePayments } from "../modules/checkout/settle.ts";
import type { Ask } from "../http/ask.ts";
import type { Outside } from "../outside/outside.ts";

export type SettleDeps = {
  readonly connections: Connections;
  readonly outside: Outside;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Ask["log"];
};

/** Payments left alone longer than this are looked after; a buyer at work is not disturbed. */
export const strayAfterSeconds = 30;

/** Settles the stray payments of every seller that has some. */
export const settleAll = async (
  { connections, outside, findSeller, log }: SettleDeps,
  olderThanSeconds = strayAfterSeconds,
): Promise<number> => {
  const due = await connections
    .acrossSellers()
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .innerJoin("seller as s", "s.id", "p.seller_id")
    .select("s.slug")
    .distinct()
    .where("p.ticket_order_id", "is", null)
    .where(sql<boolean>`not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`)
    .where("p.state", "in", ["created", "processing", "authorized", "captured"])
    .where(sql<boolean>`p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})`)
    .execute();
  let settled = 0;
  for (const { slug } of due) {
    const seller = await findSeller(slug);
    if (seller)
      settled += await settlePayments({ db: connections.of(seller.id), seller, outside, log }, olderThanSeconds);
  }
  return settled;
};
