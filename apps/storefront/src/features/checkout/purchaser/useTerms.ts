import { useState } from "react";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import type { KeptDraft } from "../useCheckoutDraft.ts";

/** The name of the dialog that shows the terms. */
export const termsModalName = "terms";

type Terms = NonNullable<Seller["web"]["terms"]>;

/** The current terms, taken from a refusal. */
const termsIn = ({ terms }: Readonly<Record<string, unknown>>): Terms | undefined => {
  const { html, version } = (terms ?? {}) as Partial<Record<keyof Terms, unknown>>;
  return typeof html === "string" && typeof version === "string" ? (terms as Terms) : undefined;
};

/**
 * Consent to the seller's terms, if there are any. If they change while the page is open, a refusal contains the new ones.
 */
export const useTerms = ({ kept, save }: KeptDraft) => {
  const { web } = useSeller();
  const [newTerms, setNewTerms] = useState<Terms>();
  const terms = newTerms ?? web.terms;
  const modal = useModal(termsModalName);
  const [hasConsent, setHasConsent] = useState(terms !== undefined && kept.terms_version === terms.version);
  const [isMissing, setMissing] = useState(false);
  const [awaiting, setAwaiting] = useState<{ readonly pay: () => void }>();
  const accepted = hasConsent || terms?.accepted_by_paying === true;
  const setConsent = (isAccepted: boolean): void => {
    setHasConsent(isAccepted);
    save({ terms_version: isAccepted ? terms?.version : undefined });
  };
  const accept = (isAccepted: boolean): void => {
    setConsent(isAccepted);
    if (isAccepted) setMissing(false);
  };
  const open = (pay?: () => void): void => {
    setAwaiting(pay && { pay });
    modal.open();
  };
  return {
    terms,
    accepted,
    isMissing,
    /** The terms have changed since the page was opened. */
    haveChanged: newTerms !== undefined,
    /** The change has to be announced above the payment, because there is no checkbox to show it. */
    announcesChange: isMissing && terms?.accepted_by_paying === true,
    accept,
    /** Shows the terms. */
    read: () => open(),
    /** The payment continues once the shown terms are accepted. */
    isBeforePayment: awaiting !== undefined,
    /** The terms must be read, so a payment shows them first. */
    readsFirst: terms !== undefined && !accepted && terms.viewing_is_optional !== true,
    readBefore: (pay: () => void): void => open(pay),
    /** The answer to the shown terms. */
    answer: (agrees: boolean): void => {
      accept(agrees);
      modal.close();
      if (agrees) awaiting?.pay();
    },
    check: (): boolean => {
      const missing = terms !== undefined && !accepted;
      setMissing(missing);
      return !missing;
    },
    /** Handles the server's refusal of the terms. True if the checkbox shows it. */
    refuse: (extra: Readonly<Record<string, unknown>>): boolean => {
      const current = termsIn(extra);
      if (current && current.version !== terms?.version) {
        setNewTerms(current);
        setConsent(false);
      }
      setMissing(true);
      return (current ?? terms)?.accepted_by_paying !== true;
    },
    /** Each payment needs its own consent. */
    reset: () => {
      setConsent(false);
      setMissing(false);
    },
    /** The fields to send with the purchaser. */
    sent: () => (terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
  };
};
export type TermsForm = ReturnType<typeof useTerms>;
