import { useState } from "react";
import { useSeller } from "../../../shared/seller/seller.tsx";

/** Consent to the seller's terms, if they have any. */
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
    /** The server says that they are not accepted. */
    refuse: () => setMissing(true),
    /** Each payment needs its own consent. */
    reset: () => {
      setAccepted(false);
      setMissing(false);
    },
    /** The fields that are sent with the purchaser. */
    sent: () => (terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
  };
};
export type TermsForm = ReturnType<typeof useTerms>;
