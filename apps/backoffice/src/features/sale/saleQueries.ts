import { queryOptions } from "@tanstack/react-query";
import { listPayOuts, readCounter } from "@foyer/contract/office/money/counter.ts";
import { listCounterLinks } from "@foyer/contract/office/money/counterLinks.ts";
import { readTill, readTillDay } from "@foyer/contract/office/money/tills.ts";
import { callOffice } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";

export type CounterSearch = { readonly day?: string | undefined };

export const tillQuery = (slug: string) =>
  queryOptions({ queryKey: ["till", slug], queryFn: () => callOffice(readTill, {}, slug) });

/** Refreshed while on screen, since places are sold on the web too. */
export const counterQuery = (slug: string, day: string | undefined, membership_id: string | undefined) =>
  queryOptions({
    queryKey: ["counter", slug, day, membership_id],
    queryFn: () =>
      callOffice(
        readCounter,
        { ...(day !== undefined && { day }), ...(membership_id !== undefined && { membership_id }) },
        slug,
      ),
    refetchInterval: 15_000,
  });

/** Polled often, so that the counter notices when somebody has paid on their phone. */
export const counterLinksQuery = (slug: string) =>
  queryOptions({
    queryKey: ["counter-links", slug],
    queryFn: () => callOffice(listCounterLinks, {}, slug),
    refetchInterval: 3_000,
  });

export const payOutsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["pay-outs", slug],
    queryFn: () => callOffice(listPayOuts, {}, slug),
    refetchInterval: 15_000,
  });

export const tillDayQuery = (slug: string, day: string) =>
  queryOptions({ queryKey: ["till-day", slug, day], queryFn: () => callOffice(readTillDay, { day }, slug) });

/** Called after the till, or what it has sold, has changed. */
export const refreshTill = async (slug: string): Promise<void> => {
  await Promise.all(
    ["till", "till-day", "pay-outs", "counter", "counter-links"].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name, slug] }),
    ),
  );
};

/** The means of payment, as the tills list them. */
export const meansNames: Readonly<Record<string, string>> = {
  cash: "Cash",
  terminal: "Card elsewhere",
  ledger: "Gift card",
};
