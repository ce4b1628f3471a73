import { useState, type FormEvent } from "react";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import { namedStep, useGoToStep } from "../../../shared/form/formAction.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import type { SubmitState } from "../submit/submitState.ts";
import { useReserveText } from "../text/useReserveText.ts";
import type { FormFrame, ReserveFormState } from "./reserveFormState.ts";
import { useReserveFromLink } from "./useReserveFromLink.ts";
import type { TicketDetailsState } from "../details/detailsState.ts";
import type { SeatSelectionState } from "../seats/seatSelection.ts";

export const reserveFormId = "reserve";

export type ReserveSubmissionOptions = {
  readonly reserve: Omit<ReserveFormState, "act">;
  readonly submitting: SubmitState;
  readonly details: TicketDetailsState;
  readonly seats: SeatSelectionState;
  readonly isLoading: boolean;
  /** Searches for dates for the chosen tickets, in a form that starts with tickets. */
  readonly onFind?: ((frame: FormFrame) => void) | undefined;
};

/** Submits the form, by its button or by the page's link, and shows what is missing. */
export const useReserveSubmission = ({
  reserve,
  submitting,
  details,
  seats,
  isLoading,
  onFind,
}: ReserveSubmissionOptions) => {
  const t = useReserveText();
  const { submit, isBusy, problem, clear } = submitting;
  const [missing, setMissing] = useState<MissingStep>();

  const focusError = useFocusFirstError(() => document.getElementById(reserveFormId));
  const showMissing = (step: MissingStep) => {
    setMissing(step);
    focusError();
  };
  const goToStep = useGoToStep({ seats: seats.open });
  const nextMissing = reserve.missing ?? (seats.missing && ({ step: "seats" } as const));
  const link = useReserveFromLink({
    reserve,
    missing: nextMissing ?? (details.isIncomplete ? { step: "details" } : undefined),
    problem,
    submit,
    onMissing: (step) => (step.step === "details" ? details.showProblems() : setMissing(step)),
  });
  const send = () => {
    if (nextMissing) return showMissing(nextMissing);
    details.showProblems();
    if (details.isIncomplete) return focusError();
    submit();
  };
  const deferred = useSubmitWhenReady(details, send);
  const isBlocked = isBusy || isLoading || deferred.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isBlocked) return;
    link.cancelAutoReserve();
    if (namedStep(submitted) === "find" && onFind) return onFind(frame);
    if (goToStep(submitted)) return;
    setMissing(nextMissing);
    if (nextMissing) return showMissing(nextMissing);
    deferred.submit();
  };
  const frame: FormFrame = {
    errorAt: (step) => {
      if (missing?.step === step && seats.missing?.step === step) return seats.missing.text;
      if (step === "seats") return undefined;
      if (missing?.step === "find" && step === "tickets") return t("reserve.missing.find");
      if (missing?.step === "tickets" && step === "tickets" && missing.least)
        return t("reserve.missing.least", missing.least);
      return missing?.step === step ? t(`reserve.missing.${step}`) : undefined;
    },
    isPriceInvalid: missing?.step === "price",
    clearErrors: () => {
      setMissing(undefined);
      clear();
      deferred.forget();
    },
    showMissing,
  };
  return { link, frame, isBlocked, onSubmit, missing: nextMissing };
};
