import { lazy, Suspense, useState } from "react";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import type { SubmitQuestion, SubmitState } from "./submitState.ts";

const CodeModal = lazy(() =>
  loadChunk(() => import("./CodeModal.tsx")).then((module) => ({ default: module.CodeModal })),
);
const GuestModal = lazy(() =>
  loadChunk(() => import("./GuestModal.tsx")).then((module) => ({ default: module.GuestModal })),
);

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
  return (
    <Suspense>
      {shown.code && (
        <CodeModal isOpen={question?.kind === "code"} refusal={shown.code.refusal} submitting={submitting} />
      )}
      {shown.login && <GuestModal isOpen={question?.kind === "login"} choices={choices} submitting={submitting} />}
    </Suspense>
  );
}
