import { useState } from "react";
import { makeCounterLink, withdrawCounterLink, type CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import type { StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice, CallError } from "../../shared/call.ts";
import { refreshTill } from "./saleQueries.ts";

type SentLink = StaffSent<typeof makeCounterLink>;

/** The link on screen. Sent again after a lost reply, it is made only once. */
export const usePayLink = (slug: string) => {
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<CounterLink>();
  const [failure, setFailure] = useState<{ readonly sale_id: string; readonly error: CallError }>();
  const attempt = async (sale_id: string, work: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure({ sale_id, error });
      return false;
    } finally {
      void refreshTill(slug);
      setBusy(false);
    }
  };
  return {
    isBusy,
    shown,
    failureOf: (sale_id: string): CallError | undefined => (failure?.sale_id === sale_id ? failure.error : undefined),
    make: (sent: SentLink) =>
      attempt(sent.sale_id, async () => setShown(await callOffice(makeCounterLink, sent, slug))),
    /** Releases its tickets. The caller shows a refusal. */
    withdraw: async ({ sale_id }: CounterLink): Promise<void> => {
      try {
        await callOffice(withdrawCounterLink, { sale_id }, slug);
        setShown(undefined);
      } finally {
        void refreshTill(slug);
      }
    },
    show: setShown,
  };
};
export type PayLink = ReturnType<typeof usePayLink>;
