import { useState } from "react";
import { useSeller } from "../../../shared/seller/seller.tsx";
import type { KeptDraft } from "../useCheckoutDraft.ts";

/** Consent to the seller's terms, if they have any. */
export const useTerms = ({ kept, save }: KeptDraft) => {
  const { terms } = useSeller().web;
  const [accepted, setAccepted] = useState(terms !== undefined && kept.terms_version === terms.version);
  const [isMissing, setMissing] = useState(false);
  const setConsent = (isAccepted: boolean): void => {
    setAccepted(isAccepted);
    save({ terms_version: isAccepted ? terms?.version : undefined });
  };
  return {
    terms,
    accepted,
    isMissing,
    accept: (isAccepted: boolean) => {
      setConsent(isAccepted);
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
      setConsent(false);
      setMissing(false);
    },
    /** The fields that are sent with the purchaser. */
    sent: () => (terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
  };
};
export type TermsForm = ReturnType<typeof useTerms>;
