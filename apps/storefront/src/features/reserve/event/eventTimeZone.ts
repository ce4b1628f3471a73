import type { EventReply } from "@foyer/contract/shop/catalog.ts";

/** The venue's time zone; without a venue, the seller's. */
export const eventTimeZone = (event: EventReply, sellerZone: string): string =>
  event.venue?._data[0]?.timezone ?? sellerZone;
