import * as z from "zod/mini";
import { Currency, Id, Instant, Money } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

export const GiftCardBatch = z.object({
  id: Id,
  quantity: z.int(),
  made: z.int(),
  /** The amount of each card; null for imported cards, whose amounts differ. */
  amount: z.nullable(Money),
  currency: Currency,
  valid_to: z.nullable(Instant),
  reason: z.string(),
  by: z.string(),
  created_at: Instant,
  /** Whether the reader can still download the numbers: they issued the cards less than a day ago. */
  shows_numbers: z.boolean(),
});
export type GiftCardBatch = z.infer<typeof GiftCardBatch>;

/** The newest 50 batches: issues of several cards, and imports. */
export const listGiftCardBatches = staffEndpoint({
  name: "listGiftCardBatches",
  method: "GET",
  path: "/gift_card_batches",
  summary: "List gift cards that were issued in bulk",
  can: "gift_card.issue",
  audits: null,
  reply: z.object({ batches: z.array(GiftCardBatch) }),
});

/**
 * The numbers, for the person who issued them, until a day after the last one was made. `access_denied` for anybody else.
 */
export const downloadGiftCardNumbers = staffEndpoint({
  name: "downloadGiftCardNumbers",
  method: "GET",
  path: "/gift_card_batches/:batch_id/numbers.csv",
  summary: "Download the numbers of gift cards that the reader has issued",
  can: "gift_card.issue",
  audits: "gift_card.numbers_downloaded",
  params: z.strictObject({ batch_id: Id }),
  reply: z.unknown(),
  raw: true,
});
