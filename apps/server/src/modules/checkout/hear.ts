import type { Ask } from "../../http/ask.ts";
import type { Heard } from "../../outside/payments/payments.ts";
import type { Shop } from "./checkout.sql.ts";
import { claimEvent, endEvent, keepEvent } from "./hear.sql.ts";
import { followNews } from "./watch.ts";

type Hearing = Shop & Pick<Ask, "log">;

/** What a hook told is written down before it is answered, and worked off at once; the job does so where that fails. */
export const hear = async (shop: Hearing, heard: Heard): Promise<void> => {
  await keepEvent(shop, heard);
  await workOff(shop, heard.id);
};

/**
 * Asks the provider about one event, and goes on from what it says. Each event is worked off once; since nothing in it
 * is believed, twice would do no harm. False: it is done already, or was left for later.
 */
export const workOff = async (shop: Hearing, event_id: string): Promise<boolean> => {
  const heard = await claimEvent(shop, event_id);
  if (!heard) return false;
  try {
    await goInto(shop, heard);
    return true;
  } catch (error) {
    shop.log.error(
      { event: "hook_waits", event_id, err: error instanceof Error ? error.message : String(error) },
      "what a hook told could not be looked into yet",
    );
    return false;
  }
};

const goInto = async (shop: Hearing, heard: Heard): Promise<void> => {
  const gateway = await shop.outside.gatewayOf("stripe", shop.seller.id);
  const news = await gateway?.news?.(shop.seller.id, heard);
  if (!news) return void (await endEvent(shop, heard.id, "unknown"));
  const { payment_id } = news;
  if (payment_id === undefined) {
    // Nothing is touched; but money may have come that nobody here asked for.
    shop.log.warn({ event: "hook_orphan", event_id: heard.id, type: heard.type }, "a hook told of no payment of ours");
    return void (await endEvent(shop, heard.id, "orphan"));
  }
  await followNews(shop, payment_id, news);
  await endEvent(shop, heard.id, "settled");
};
