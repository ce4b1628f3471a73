import { useState } from "react";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { GuestModal } from "../reserve/GuestModal.tsx";
import { CartDialog } from "./CartDialog.tsx";
import type { CartAsking, MembershipSubmitting } from "./useMembershipSubmit.ts";

const noChoices: readonly GroupChoice[] = [];

/** What is asked between the button and the cart. Stands outside the form. */
export function MembershipDialogs({ submitting }: { readonly submitting: MembershipSubmitting }) {
  const { asking, isDiscarding, discard, dismiss } = submitting;
  // Once asked for they stay, so that they can be seen to close.
  const [shown, setShown] = useState<readonly CartAsking[]>([]);
  if (asking && !shown.includes(asking)) setShown([...shown, asking]);
  return shown.map((kind) =>
    kind === "login" ? (
      <GuestModal key={kind} isOpen={asking === kind} choices={noChoices} submitting={submitting} />
    ) : (
      <CartDialog
        key={kind}
        kind={kind}
        isOpen={asking === kind}
        isBusy={isDiscarding}
        onDiscard={discard}
        onDismiss={dismiss}
      />
    ),
  );
}
