import { queryOptions } from "@tanstack/react-query";
import { journalFilters, listJournalLines, readJournalDays } from "@foyer/contract/office/money/journal.ts";
import { readMoneyQueue, readPaymentAtDesk } from "@foyer/contract/office/money/money.ts";
import { listPayouts, listUnpaid, readPayout, type PayoutOutcome } from "@foyer/contract/office/money/payouts.ts";
import { callOffice } from "../../shared/call.ts";
import { listPages } from "../../shared/list/listSearch.ts";
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

/** The address parameters of the journal besides sort and columns: the span, and the day and account of the shown lines. */
export const journalSearchNames = Object.keys(journalFilters);
export type JournalSearch = {
  readonly [name in keyof typeof journalFilters | "sort" | "columns"]?: string | undefined;
};
export type Span = { readonly from: string; readonly to: string };

export const journalQuery = (slug: string, span: Span) =>
  queryOptions({ queryKey: ["journal", slug, span], queryFn: () => callOffice(readJournalDays, span, slug) });

export const journalLinesQuery = (slug: string, day: string, { account, sort }: JournalSearch) =>
  listPages(listJournalLines, { name: "journal-lines", slug, path: { day }, search: { account, sort } });

/** The address parameters of the payouts. `days`: the age from which a capture should be in a payout. */
export type PayoutsSearch = Readonly<Partial<Record<"days" | "sort" | "columns", string | undefined>>>;

export const payoutsQuery = (slug: string, { sort }: PayoutsSearch) =>
  listPages(listPayouts, { name: "payouts", slug, search: { sort } });

export const unpaidQuery = (slug: string, { days }: Pick<PayoutsSearch, "days">) =>
  listPages(listUnpaid, { name: "unpaid", slug, search: { days } });

export type PayoutSearch = { readonly only?: PayoutOutcome | undefined; readonly columns?: string | undefined };

export const payoutQuery = (
  slug: string,
  { gateway_id, ref, only }: PayoutSearch & { readonly gateway_id: string; readonly ref: string },
) => listPages(readPayout, { name: "payout", slug, path: { gateway_id, ref }, search: { only } });

/** Reads all lists about money again, after something was done. */
export const refreshMoney = async (slug: string, payment_id?: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["money", slug] }),
    queryClient.invalidateQueries({ queryKey: ["payment", slug, ...(payment_id === undefined ? [] : [payment_id])] }),
  ]);
};
