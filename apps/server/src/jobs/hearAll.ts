import { openEvents } from "../modules/checkout/hear.sql.ts";
import { workOff } from "../modules/checkout/hear.ts";
import type { SettleDeps } from "./settleAll.ts";

/** Asks after everything that hooks told and nobody finished with, as when a server died over it (F25). */
export const hearAll = async ({ connections, outside, findSeller, log }: SettleDeps): Promise<number> => {
  let heard = 0;
  for (const { slug, id } of await openEvents(connections.acrossSellers())) {
    const seller = await findSeller(slug);
    if (seller && (await workOff({ db: connections.of(seller.id), seller, outside, log }, id))) heard++;
  }
  return heard;
};
