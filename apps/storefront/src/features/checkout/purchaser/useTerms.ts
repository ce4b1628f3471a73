import { useState } from "react";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import type { KeptDraft } from "../useCheckoutDraft.ts";

/** The name of the dialog that shows the terms. */
export const termsModalName = "terms";

type Terms = NonNullable<Seller["web"]["terms"]>;

/** The terms that a refusal says have to be accepted. */
const termsIn = ({ terms }: Readonly<Record<string, unknown>>): Terms | undefined => {
  const { html, version } = (terms ?? {}) as Partial<Record<keyof Terms, unknown>>;
  return typeof html === "string" && typeof version === "string" ? (terms as Terms) : undefined;
};

/** Consent to the seller's terms, if they have any. They may change while the page is open: the refusal says how. */
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
    /** They are not those that the page was opened with. */
    haveChanged: newTerms !== undefined,
    /** The change is to be announced above the payment: there is no box that could show it. */
    announcesChange: isMissing && terms?.accepted_by_paying === true,
    accept,
    /** Shows the terms. */
    read: () => open(),
    /** A payment goes on once the terms that are shown are accepted. */
    isBeforePayment: awaiting !== undefined,
    /** The terms have to be read, so that a payment shows them first. */
    readsFirst: terms !== undefined && !accepted && terms.viewing_is_optional !== true,
    readBefore: (pay: () => void): void => open(pay),
    /** The answer to the terms that are shown. */
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
    /** The server says that they are not accepted. True if their box shows it. */
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
    /** The fields that are sent with the purchaser. */
    sent: () => (terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
  };
};
export type TermsForm = ReturnType<typeof useTerms>;
