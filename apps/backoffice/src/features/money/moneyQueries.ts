import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listJournalLines, readJournalDays } from "@foyer/contract/office/money/journal.ts";
import { readMoneyQueue, readPaymentAtDesk } from "@foyer/contract/office/money/money.ts";
import { listPayouts, listUnpaid, readPayout, type PayoutOutcome } from "@foyer/contract/office/money/payouts.ts";
import { callOffice } from "../../shared/call.ts";
import { keepWhileSorted, listKey, sentOf } from "../../shared/list/listSearch.ts";
import { queryClient } from "../../shared/queries.ts";

export const moneyQueueQuery = (slug: string) =>
  queryOptions({
    queryKey: ["money", slug],
    queryFn: () => callOffice(readMoneyQueue, {}, slug),
    refetchInterval: 30_000,
  });

export const paymentQuery = (slug: string, payment_id: string) =>
  queryOptions({
    queryKey: ["payment", slug, payment_id],
    queryFn: () => callOffice(readPaymentAtDesk, { payment_id }, slug),
  });

/** The address parameters of the journal: the span, the day whose lines are shown, and their account. */
export const journalSearchNames = ["from", "to", "day", "account"] as const;
export type JournalSearch = Readonly<Partial<Record<(typeof journalSearchNames)[number], string | undefined>>>;
export type Span = { readonly from: string; readonly to: string };

export const journalQuery = (slug: string, span: Span) =>
  queryOptions({ queryKey: ["journal", slug, span], queryFn: () => callOffice(readJournalDays, span, slug) });

export const journalLinesQuery = (
  slug: string,
  { day, account }: { readonly day: string; readonly account: string | undefined },
) =>
  infiniteQueryOptions({
    queryKey: ["journal-lines", slug, day, account],
    queryFn: ({ pageParam }) =>
      callOffice(
        listJournalLines,
        { day, ...(account !== undefined && { account }), ...(pageParam !== null && { after: pageParam }) },
        slug,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The address parameters of the payouts. `days`: the age from which a capture should be in a payout. */
export type PayoutsSearch = Readonly<Partial<Record<"days" | "sort" | "columns", string | undefined>>>;

export const payoutsQuery = (slug: string, { sort }: PayoutsSearch) => {
  const search = { sort };
  const queryKey = listKey("payouts", slug, search);
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) =>
      callOffice(listPayouts, { ...sentOf(search), ...(pageParam !== null && { after: pageParam }) } as never, slug),
    placeholderData: keepWhileSorted(queryKey),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
};

export const unpaidQuery = (slug: string, { days }: Pick<PayoutsSearch, "days">) =>
  infiniteQueryOptions({
    queryKey: ["unpaid", slug, days],
    queryFn: ({ pageParam }) =>
      callOffice(
        listUnpaid,
        { ...(days !== undefined && { days }), ...(pageParam !== null && { after: pageParam }) },
        slug,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export type PayoutSearch = { readonly only?: PayoutOutcome | undefined; readonly columns?: string | undefined };

export const payoutQuery = (
  slug: string,
  { gateway_id, ref, only }: PayoutSearch & { readonly gateway_id: string; readonly ref: string },
) =>
  infiniteQueryOptions({
    queryKey: ["payout", slug, gateway_id, ref, only],
    queryFn: ({ pageParam }) =>
      callOffice(
        readPayout,
        { gateway_id, ref, ...(only !== undefined && { only }), ...(pageParam !== null && { after: pageParam }) },
        slug,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Reads all lists about money again, after something was done. */
export const refreshMoney = async (slug: string, payment_id?: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["money", slug] }),
    queryClient.invalidateQueries({ queryKey: ["payment", slug, ...(payment_id === undefined ? [] : [payment_id])] }),
  ]);
};
