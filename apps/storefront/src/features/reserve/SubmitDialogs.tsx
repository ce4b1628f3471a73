import { lazy, Suspense, useState } from "react";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import type { Asking, Submitting } from "./useSubmit.ts";

const CodeModal = lazy(() =>
  loadChunk(() => import("./CodeModal.tsx")).then((module) => ({ default: module.CodeModal })),
);
const GuestModal = lazy(() =>
  loadChunk(() => import("./GuestModal.tsx")).then((module) => ({ default: module.GuestModal })),
);

export type SubmitDialogsProps = {
  readonly submitting: Submitting;
  /** Kept in the address for whoever goes away to log in. */
  readonly choices: readonly GroupChoice[];
};

/** What is asked between the button and the cart: a code, or who is shopping. Stands outside the form. */
export function SubmitDialogs({ submitting, choices }: SubmitDialogsProps) {
  const { asking } = submitting;
  // Once asked for they stay, so that they can be seen to close.
  const [shown, setShown] = useState<{ readonly [W in Asking["what"]]?: Extract<Asking, { what: W }> }>({});
  if (asking && shown[asking.what] !== asking) setShown({ ...shown, [asking.what]: asking });
  return (
    <Suspense>
      {shown.code && (
        <CodeModal isOpen={asking?.what === "code"} refusal={shown.code.refusal} submitting={submitting} />
      )}
      {shown.login && <GuestModal isOpen={asking?.what === "login"} choices={choices} submitting={submitting} />}
    </Suspense>
  );
}
