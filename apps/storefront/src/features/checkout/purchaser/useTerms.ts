import { useState } from "react";
import { useSeller } from "../../../shared/seller/seller.tsx";

/** Whether the seller's terms are agreed to; a seller without terms asks for nothing. */
export const useTerms = () => {
  const { terms } = useSeller().web;
  const [accepted, setAccepted] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return {
    terms,
    accepted,
    isMissing,
    accept: (isAccepted: boolean) => {
      setAccepted(isAccepted);
      if (isAccepted) setMissing(false);
    },
    check: (): boolean => {
      const missing = terms !== undefined && !accepted;
      setMissing(missing);
      return !missing;
    },
    /** The server did not find them accepted. */
    refuse: () => setMissing(true),
    /** Agreed to once is not agreed to again. */
    reset: () => {
      setAccepted(false);
      setMissing(false);
    },
    /** What is sent with the purchaser. */
    sent: () => (terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
  };
};
export type TermsForm = ReturnType<typeof useTerms>;
