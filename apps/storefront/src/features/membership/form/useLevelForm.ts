import { useRef, useState, type FormEvent } from "react";
import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { missingPartyStep } from "@foyer/rules/membership/party/partyForm.ts";
import { useGoToStep } from "../../../shared/form/formAction.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import type { NextStepContext } from "../../listing/upsell/goToNextStep.ts";
import type { TicketDetailsState } from "../../reserve/details/detailsState.ts";
import type { MembershipRequest } from "./addMembershipToCart.ts";
import type { GifteeForm } from "./useGiftee.ts";
import { useMembershipSubmit } from "./useMembershipSubmit.ts";
import type { Party } from "./party/useParty.ts";

export type LevelFormOptions = {
  readonly party: Party;
  readonly details: TicketDetailsState;
  /** The recipient of a gift. */
  readonly giftee?: GifteeForm | undefined;
  /** The step that still needs an answer. */
  readonly missing: ReturnType<typeof missingPartyStep>;
  readonly buildRequest: () => MembershipRequest | undefined;
  readonly doneMessage: string;
  readonly proceed: (context: NextStepContext, reply: CartReply) => Promise<void> | void;
};

/** Checks a form that adds a membership to the cart, and submits it. */
export const useLevelForm = ({ party, details, giftee, missing, ...submission }: LevelFormOptions) => {
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const goToStep = useGoToStep();
  const [shownMissing, setShownMissing] = useState<typeof missing>();

  const submitting = useMembershipSubmit({
    ...submission,
    showRefusal: (refused) => {
      if (giftee && refused.code === "gift_to_oneself") giftee.rejectSelf();
      else if (!party.showRefusal(refused) && !details.showRefusal(refused)) return false;
      focusError();
      return true;
    },
  });
  const readySubmit = useSubmitWhenReady(details, () => {
    party.showProblems();
    giftee?.showProblems();
    details.showProblems();
    const hasProblems = party.problems.length > 0 || (giftee?.problems.length ?? 0) > 0 || details.isIncomplete;
    if (hasProblems) return focusError();
    submitting.submit();
  });
  const isBusy = submitting.isBusy || readySubmit.isWaiting;

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || goToStep(event)) return;
    submitting.clear();
    setShownMissing(missing);
    if (missing) return focusError();
    readySubmit.submit();
  };
  return {
    form,
    submitting,
    isBusy,
    onSubmit,
    /** The missing step, once the visitor has tried to submit without it. */
    missing: shownMissing === missing ? missing : undefined,
    /** Clears messages and a pending submission when another level is chosen. */
    reset: () => {
      submitting.clear();
      readySubmit.forget();
    },
  };
};
