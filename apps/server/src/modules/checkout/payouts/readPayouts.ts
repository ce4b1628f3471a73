import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { transact } from "../../../db/transact.ts";
import { payoutGateways } from "../../../providers/payments/gatewayRegistry.ts";
import type { PayoutReader } from "../../../providers/payments/payouts.ts";
import type { CheckoutContext } from "../context.ts";
import {
  advancePayout,
  claimPayoutReading,
  unreadPayouts,
  writePayoutRows,
  writePayouts,
  type UnreadPayout,
} from "./payouts.sql.ts";

/** How often payouts are listed. Providers make about one a day. */
export const payoutSeconds = 3600;
/** The most pages of rows read per run, a hundred rows each, so that a large seller does not delay the others. */
const pagesInTurn = 20;

/**
 * Lists what the providers have paid out to the seller's bank, and reads the rows of each payout page by page. After an
 * interruption, reading continues at the page that was reached. Returns the number of pages.
 */
export const readPayouts = async (ctx: CheckoutContext, everySeconds = payoutSeconds): Promise<number> => {
  let pages = 0;
  for (const gateway_id of payoutGateways) {
    const gateway = await ctx.providers.findGateway(gateway_id, ctx.seller.id);
    if (gateway?.payouts) pages += await readGateway(ctx, gateway_id, gateway.payouts, everySeconds);
  }
  return pages;
};

const readGateway = async (
  ctx: CheckoutContext,
  gateway_id: CardGatewayId,
  reader: PayoutReader,
  everySeconds: number,
): Promise<number> => {
  const { db, seller } = ctx;
  const claimed = await claimPayoutReading(db, seller.id, { gateway_id, everySeconds });
  if (claimed) {
    const payouts = await reader.list(seller.id, Temporal.Instant.from(claimed.list_since));
    await writePayouts(db, seller.id, { gateway_id, payouts });
  }
  let pages = 0;
  for (const payout of await unreadPayouts(db, seller.id, gateway_id)) {
    let at: UnreadPayout | undefined = payout;
    while (at !== undefined && pages < pagesInTurn) {
      at = await readPage(ctx, gateway_id, reader, at);
      pages += 1;
    }
  }
  return pages;
};

/**
 * Reads a page and returns where the next one starts. Undefined after the last page, or if another server reads the
 * payout.
 */
const readPage = async (
  ctx: CheckoutContext,
  gateway_id: CardGatewayId,
  reader: PayoutReader,
  payout: UnreadPayout,
): Promise<UnreadPayout | undefined> => {
  const page = await reader.readRows(ctx.seller.id, payout);
  const read = { gateway_id, payout, page };
  const isOurs = await transact(ctx, async ({ db, seller }) => {
    if (!(await advancePayout(db, seller.id, read))) return false;
    await writePayoutRows(db, seller.id, read);
    return true;
  });
  return isOurs && page.next !== null ? { ref: payout.ref, after: page.next } : undefined;
};
