import type { EventReply } from "@foyer/contract/shop/catalog.ts";

export type RenewalBannerProps = { readonly event: EventReply; readonly day: string | undefined };
