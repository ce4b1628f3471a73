import { closeDays } from "../../src/modules/journal/closeDays.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import type { TestApp } from "../app/testApp.ts";

type Shop = { readonly seller_id: string; readonly slug: string };

/** Sums the past days of a seller's journal. Returns their number. */
export const closeDaysOf = async (app: Pick<TestApp, "db" | "connections">, shop: Shop): Promise<number> => {
  const seller = await sellerFinder(app.db, 0)(shop.slug);
  if (!seller) throw new Error(`There is no seller ${shop.slug}.`);
  let days = 0;
  for (;;) {
    const closed = await closeDays({ db: app.connections.forSeller(shop.seller_id), seller });
    if (closed === 0) return days;
    days += closed;
  }
};
