import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import type { Refused } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { readLoginStrength } from "../../login/session/loginStrength.ts";
import { hasChosenGuest, saveGuestChoice } from "../../../shared/storage/guestChoice.ts";
import type { ReserveFormState } from "../form/useReserve.ts";
import type { SeatSelectionState } from "../seats/useSeatSelection.ts";
import type { TicketDetailsState } from "../details/useTicketDetails.ts";

/** What came of a reservation that did not come about. */
export type FormProblem = { readonly kind: "expected" | "unexpected"; readonly text: string };

/** What the visitor has to answer before the tickets can be had: `SubmitDialogs` asks it. */
export type SubmitQuestion = { readonly what: "login" } | { readonly what: "code"; readonly refusal: Refused };

export type SubmitOptions = {
  readonly reserve: Pick<ReserveFormState, "day" | "session" | "choices" | "prices" | "isAnchored" | "act"> &
    // What has no session cannot sell out from under the buyer.
    Partial<Pick<ReserveFormState, "refetch">>;
  readonly event: EventTemplate;
  readonly details?: TicketDetailsState | undefined;
  readonly seats?: Pick<SeatSelectionState, "seat_template_ids" | "refused"> | undefined;
  /** Said when it is done, where these are no tickets. */
  readonly done?: string | undefined;
  readonly onSoldOut?: ((step: "date" | "session") => void) | undefined;
};

const loadSubmitReservation = () => loadChunk(() => import("./submitReservation.ts"));

/** The button may well be pressed: what it does is fetched before it is asked for. */
export const prefetchSubmit = (): void => void loadSubmitReservation().catch(() => undefined);

/** Log in first? Asked of whoever could, has not, and did not say no. */
const shouldOfferLogin = ({ slug, web, configuration }: ReturnType<typeof useSeller>): boolean =>
  web.offer_login_at_reserve === true &&
  configuration.authentication !== "none" &&
  readLoginStrength(slug) !== "full" &&
  !hasChosenGuest(slug);

/** Puts what is chosen into the cart and moves on; knows what to do when it has just been sold or needs a code. */
export const useSubmit = (options: SubmitOptions) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<FormProblem>();
  const [isSending, setSending] = useState(false);
  const [question, setQuestion] = useState<SubmitQuestion>();
  const [codeProblem, setCodeProblem] = useState<string>();
  const code = useRef<string>(undefined);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const send = (): void => {
    setProblem(undefined);
    setCodeProblem(undefined);
    setSending(true);
    const sending = loadSubmitReservation().then(({ submitReservation }) =>
      submitReservation({
        ...options,
        nextStep: { client, seller, navigate },
        announce,
        shared,
        isMounted: () => isMounted.current,
        code,
        setProblem,
        setAsking: setQuestion,
        setCodeProblem,
      }),
    );
    void sending
      .catch(() => setProblem({ kind: "unexpected", text: shared("error.generic") }))
      .finally(() => setSending(false));
  };

  return {
    submit: () => {
      if (shouldOfferLogin(seller)) return setQuestion({ what: "login" });
      send();
    },
    isBusy: isSending,
    problem,
    clear: () => setProblem(undefined),
    asking: question,
    /** What is wrong with the code that was given. */
    codeProblem,
    shopAsGuest: () => {
      saveGuestChoice(seller.slug);
      setQuestion(undefined);
      send();
    },
    tryCode: (given: string) => {
      code.current = given;
      send();
    },
    /** The visitor would rather not answer. */
    dismiss: () => {
      if (question?.what === "code") setProblem({ kind: "expected", text: question.refusal.description });
      setQuestion(undefined);
    },
  };
};
export type SubmitState = ReturnType<typeof useSubmit>;
