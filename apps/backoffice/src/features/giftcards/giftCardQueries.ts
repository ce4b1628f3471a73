import { queryOptions } from "@tanstack/react-query";
import {
  giftCardFilters,
  listGiftCards,
  readGiftCard,
  type GiftCardListRow,
} from "@foyer/contract/office/money/giftCards.ts";
import { listGiftCardBatches } from "@foyer/contract/office/money/giftCardBatches.ts";
import { callOffice } from "../../shared/call.ts";
import { listPages } from "../../shared/list/listSearch.ts";
import { dayAt } from "../../shared/format/format.ts";
import { queryClient } from "../../shared/queries.ts";

/** The address parameters of the list, so that a copied link shows the same list. */
export const giftCardSearchNames = ["q", ...Object.keys(giftCardFilters)] as const;
export type GiftCardSearch = Readonly<Record<string, string | undefined>>;

export const giftCardListQuery = (slug: string, search: GiftCardSearch) =>
  listPages(listGiftCards, { name: "gift-cards", slug, search });

export const giftCardQuery = (slug: string, gift_card_id: string) =>
  queryOptions({
    queryKey: ["gift-card", slug, gift_card_id],
    queryFn: () => callOffice(readGiftCard, { gift_card_id }, slug),
  });

/** Polled every second while cards are being made. */
export const batchesQuery = (slug: string) =>
  queryOptions({
    queryKey: ["gift-card-batches", slug],
    queryFn: () => callOffice(listGiftCardBatches, {}, slug),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ made, quantity }) => made < quantity) === true ? 1_000 : false,
  });

/** Called after a card was changed or made. */
export const refreshGiftCards = async (slug: string): Promise<void> => {
  await Promise.all(
    ["gift-cards", "gift-card", "gift-card-batches"].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name, slug] }),
    ),
  );
};

export const giftCardStateNames: Readonly<Record<GiftCardListRow["state"], string>> = {
  active: "Active",
  expired: "Expired",
  inactive: "Out of use",
};

export const originNames: Readonly<Record<GiftCardListRow["origin"], string>> = {
  sold: "Sold",
  refund: "Instead of a refund",
  issued: "Issued without a sale",
  other: "Other",
};

/** The last day as the value of a date field: '2027-12-31'. */
export const lastDayOf = (valid_to: string, timezone: string): string => dayAt(Date.parse(valid_to) - 1, timezone);
