import { useState } from "react";
import { makeCounterSale, type CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import type { StaffReply, StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice, CallError } from "../../shared/call.ts";
import { isUnknown } from "./isUnknown.ts";
import { refreshTill } from "./saleQueries.ts";

export type SentSale = StaffSent<typeof makeCounterSale>;
export type MadeSale = StaffReply<typeof makeCounterSale> & {
  readonly means: readonly CounterMeans[];
  readonly email: string | null;
};

type Tickets = Pick<SentSale, "event_template_id" | "event_session_id" | "tickets" | "membership_id">;
const ticketsOf = ({ event_template_id, event_session_id, tickets, membership_id }: Tickets): string =>
  JSON.stringify([event_template_id, event_session_id ?? null, tickets, membership_id ?? null]);

/** The total according to the server, if it differs from the screen's: only the server knows the discounts. */
export const totalOfServer = (failure: CallError | undefined): string | undefined =>
  failure?.code === "payment_incorrect_amount" ? String(failure.extra.total) : undefined;

/** Stored until the sale is answered, even if the page is reloaded; for this tab only. */
const keptKey = (slug: string): string => `foyer.sale.${slug}`;
const readKept = (slug: string): SentSale | undefined => {
  const kept = sessionStorage.getItem(keptKey(slug));
  return kept === null ? undefined : (JSON.parse(kept) as SentSale);
};

/**
 * Sends a sale, and stores it in case its reply is lost: sent again under its own id, it is made only once. Until it is
 * answered, nothing else can be sold.
 */
export const useSale = (slug: string) => {
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeSale>();
  const [refused, setRefused] = useState<{ readonly sale: SentSale; readonly error: CallError }>();
  const [unanswered, setUnanswered] = useState(() => readKept(slug));
  const send = async (sale: SentSale): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setRefused(undefined);
    sessionStorage.setItem(keptKey(slug), JSON.stringify(sale));
    try {
      const reply = await callOffice(makeCounterSale, sale, slug);
      setMade({ ...reply, means: sale.means, email: sale.email_choice?.is_sent === false ? null : sale.email });
      answered();
      void refreshTill(slug);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isUnknown(error, { isAgain: sale.sale_id === unanswered?.sale_id })) return setUnanswered(sale);
      setRefused({ sale, error });
      answered();
    } finally {
      setBusy(false);
    }
  };
  const answered = (): void => {
    sessionStorage.removeItem(keptKey(slug));
    setUnanswered(undefined);
  };
  return {
    isBusy,
    made,
    /** Why the sale was refused; undefined once the tickets have changed. */
    failureOf: (tickets: Tickets): CallError | undefined =>
      refused && ticketsOf(refused.sale) === ticketsOf(tickets) ? refused.error : undefined,
    unanswered,
    send,
    sendAgain: () => unanswered && send(unanswered),
    startAnew: () => {
      setMade(undefined);
      setRefused(undefined);
    },
  };
};
