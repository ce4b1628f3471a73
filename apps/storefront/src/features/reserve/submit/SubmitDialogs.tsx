import { useState } from "react";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { LoadingNotice } from "../../../shared/loading/LoadingNotice.tsx";
import type { SubmitQuestion, SubmitState } from "./submitState.ts";

const lazyCodeModal = lazyComponent(["src/features/reserve/submit/CodeModal.tsx"], () => import("./CodeModal.tsx"));
const lazyGuestModal = lazyComponent(["src/features/reserve/submit/GuestModal.tsx"], () => import("./GuestModal.tsx"));

export type SubmitDialogsProps = {
  readonly submitting: SubmitState;
  /** Stored in the URL for visitors who leave the page to log in. */
  readonly choices: readonly GroupChoice[];
};

/** The dialogs before the selection is added to the cart: for a code, or for login or guest. Rendered outside the form. */
export function SubmitDialogs({ submitting, choices }: SubmitDialogsProps) {
  const { question } = submitting;
  // Kept mounted once shown, so that closing is animated.
  const [shown, setShown] = useState<{ readonly [K in SubmitQuestion["kind"]]?: Extract<SubmitQuestion, { kind: K }> }>(
    {},
  );
  if (question && shown[question.kind] !== question) setShown({ ...shown, [question.kind]: question });
  const { code } = shown;
  return (
    <>
      {code && (
        <LoadedPart part={lazyCodeModal} placeholder={<LoadingNotice />}>
          {(part) => (
            <part.CodeModal isOpen={question?.kind === "code"} refusal={code.refusal} submitting={submitting} />
          )}
        </LoadedPart>
      )}
      {shown.login && (
        <LoadedPart part={lazyGuestModal} placeholder={<LoadingNotice />}>
          {(part) => <part.GuestModal isOpen={question?.kind === "login"} choices={choices} submitting={submitting} />}
        </LoadedPart>
      )}
    </>
  );
}
