import type { Ask } from "../../http/ask.ts";
import type { News } from "../../outside/payments/payments.ts";
import { writeAudit } from "./audit.sql.ts";
import type { Shop } from "./checkout.sql.ts";
import { recordGivenBack } from "./recordGivenBack.ts";
import { settleHeard } from "./settle.ts";
import { claimWatch, openDisputes, seenUntil } from "./watch.sql.ts";

type Watching = Shop & Pick<Ask, "log">;

/** What a provider tells of a payment, by whatever way we came to ask: each part may come again, in any order. */
export const followNews = async (shop: Watching, payment_id: string, { refunds, entries }: News): Promise<void> => {
  await settleHeard(shop, payment_id);
  await recordGivenBack(shop, payment_id, refunds);
  await writeAudit(shop, payment_id, entries);
};

/** How often a provider is asked, and how far back: an overlap, since what it lists may lag behind. */
export const watchSeconds = 300;
const overlapMinutes = 60;
/** A new watch begins with what happened since then. */
const firstDays = 30;

/**
 * Asks what was given back and disputed since the last time, so that the books are right without any hook (F24, F26):
 * two lists for each seller every five minutes, however many payments there are. Disputes that are open are asked after
 * one by one, since a list by age does not show how an old one ended.
 */
export const watchProvider = async (shop: Watching, everySeconds = watchSeconds): Promise<number> => {
  const gateway = await shop.outside.gatewayOf("stripe", shop.seller.id);
  if (!gateway?.newsSince || !gateway.news) return 0;
  const watch = await claimWatch(shop, "stripe", everySeconds);
  if (!watch) return 0;
  const since = watch.seen_until
    ? Temporal.Instant.from(watch.seen_until).subtract({ minutes: overlapMinutes })
    : Temporal.Instant.from(watch.now).subtract({ hours: firstDays * 24 });
  const news = [...(await gateway.newsSince(shop.seller.id, since))];
  const listed = new Set(news.flatMap(({ entries }) => entries.map(({ provider_ref }) => provider_ref)));
  for (const { provider_ref } of await openDisputes(shop)) {
    if (listed.has(provider_ref)) continue;
    const heard = { id: provider_ref, type: "charge.dispute.closed", object_id: provider_ref, occurred_on: watch.now };
    const told = await gateway.news(shop.seller.id, heard);
    if (told) news.push(told);
  }
  for (const told of news) if (told.payment_id) await followNews(shop, told.payment_id, told);
  await seenUntil(shop, "stripe", watch.now);
  return news.length;
};
