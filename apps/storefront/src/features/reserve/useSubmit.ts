import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import type { Refused } from "../../api/call.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { strengthOf } from "../login/loggedIn.ts";
import { isGuestByChoice, rememberGuest } from "./guestAnswer.ts";
import type { Reserve } from "./useReserve.ts";
import type { Seats } from "./useSeats.ts";
import type { Details } from "./useTicketDetails.ts";

/** What came of a reservation that did not come about. */
export type Problem = { readonly kind: "expected" | "unexpected"; readonly text: string };

/** What the visitor has to answer before the tickets can be had: `SubmitDialogs` asks it. */
export type Asking = { readonly what: "login" } | { readonly what: "code"; readonly refusal: Refused };

export type SubmitFor = {
  readonly reserve: Pick<Reserve, "day" | "session" | "choices" | "prices" | "isAnchored" | "act"> &
    // What has no session cannot sell out from under the buyer.
    Partial<Pick<Reserve, "askAgain">>;
  readonly event: EventTemplate;
  readonly details?: Details | undefined;
  readonly seats?: Pick<Seats, "seat_template_ids" | "refused"> | undefined;
  /** Said when it is done, where these are no tickets. */
  readonly done?: string | undefined;
  readonly onSoldOut?: ((step: "date" | "session") => void) | undefined;
};

const loadSending = () => loadChunk(() => import("./sending.ts"));

/** The button may well be pressed: what it does is fetched before it is asked for. */
export const fetchSending = (): void => void loadSending().catch(() => undefined);

/** Log in first? Asked of whoever could, has not, and did not say no. */
const asksWhoShops = ({ slug, web, configuration }: ReturnType<typeof useSeller>): boolean =>
  web.offer_login_at_reserve === true &&
  configuration.authentication !== "none" &&
  strengthOf(slug) !== "full" &&
  !isGuestByChoice(slug);

/** Puts what is chosen into the cart and moves on; knows what to do when it has just been sold or needs a code. */
export const useSubmit = (wanted: SubmitFor) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [codeProblem, setCodeProblem] = useState<string>();
  const code = useRef<string>(undefined);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const send = (): void => {
    setProblem(undefined);
    setCodeProblem(undefined);
    setSending(true);
    const sending = loadSending().then(({ sendReservation }) =>
      sendReservation({
        ...wanted,
        house: { client, seller, navigate },
        announce,
        shared,
        isHere: () => isHere.current,
        code,
        setProblem,
        setAsking,
        setCodeProblem,
      }),
    );
    void sending
      .catch(() => setProblem({ kind: "unexpected", text: shared("error.generic") }))
      .finally(() => setSending(false));
  };

  return {
    submit: () => {
      if (asksWhoShops(seller)) return setAsking({ what: "login" });
      send();
    },
    isBusy: isSending,
    problem,
    clear: () => setProblem(undefined),
    asking,
    /** What is wrong with the code that was given. */
    codeProblem,
    shopAsGuest: () => {
      rememberGuest(seller.slug);
      setAsking(undefined);
      send();
    },
    tryCode: (given: string) => {
      code.current = given;
      send();
    },
    /** The visitor would rather not answer. */
    dismiss: () => {
      if (asking?.what === "code") setProblem({ kind: "expected", text: asking.refusal.description });
      setAsking(undefined);
    },
  };
};
export type Submitting = ReturnType<typeof useSubmit>;
