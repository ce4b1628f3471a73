import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { hasWholeLogin } from "../../login/loginMethod.ts";
import { readLoginStrength } from "../../login/session/loginStrength.ts";
import { hasChosenGuest, saveGuestChoice } from "../../../shared/storage/guestChoice.ts";
import type { SubmitState, SubmitQuestion, SubmitOptions } from "./submitState.ts";
import type { FormProblem } from "../../../shared/form/problems/formProblem.ts";

const loadSubmitReservation = () => loadChunk(() => import("./submitReservation.ts"));

/** Loads the code of the submission before the button is pressed. */
export const prefetchSubmit = (): void => void loadSubmitReservation().catch(() => undefined);

/** Whether to offer a login first: it is possible, not done yet and not declined. */
const shouldOfferLogin = ({ slug, web, configuration }: ReturnType<typeof useSeller>): boolean =>
  web.offer_login_at_reserve === true &&
  configuration.authentication !== "none" &&
  !hasWholeLogin(readLoginStrength(slug), configuration) &&
  !hasChosenGuest(slug);

/** Adds the selection to the cart and continues to the next page; handles sold-out sessions and required codes. */
export const useSubmit = (options: SubmitOptions): SubmitState => {
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
        setQuestion,
        setCodeProblem,
      }),
    );
    void sending
      .catch(() => setProblem({ kind: "unexpected", text: failureText(shared) }))
      .finally(() => setSending(false));
  };

  return {
    submit: () => {
      if (shouldOfferLogin(seller)) return setQuestion({ kind: "login" });
      send();
    },
    isBusy: isSending,
    problem,
    clear: () => setProblem(undefined),
    question,
    codeProblem,
    continueAsGuest: () => {
      saveGuestChoice(seller.slug);
      setQuestion(undefined);
      send();
    },
    submitCode: (given) => {
      code.current = given;
      send();
    },
    dismiss: () => {
      if (question?.kind === "code") setProblem({ kind: "expected", text: question.refusal.description });
      setQuestion(undefined);
    },
  };
};
