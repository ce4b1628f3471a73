import { useState } from "react";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { CodeModal } from "../reserve/CodeModal.tsx";
import { GuestModal } from "../reserve/GuestModal.tsx";
import { CartDialog } from "./CartDialog.tsx";
import type { CartAsking, MembershipSubmitting } from "./useMembershipSubmit.ts";

const noChoices: readonly GroupChoice[] = [];

/** What is asked between the button and the cart. Stands outside the form. */
export function MembershipDialogs({ submitting }: { readonly submitting: MembershipSubmitting }) {
  const { asking, codeRefusal, isDiscarding, discard, dismiss } = submitting;
  // Once asked for they stay, so that they can be seen to close.
  const [shown, setShown] = useState<readonly CartAsking[]>([]);
  if (asking && !shown.includes(asking)) setShown([...shown, asking]);
  return shown.map((kind) => {
    const isOpen = asking === kind;
    if (kind === "login") return <GuestModal key={kind} isOpen={isOpen} choices={noChoices} submitting={submitting} />;
    if (kind === "code")
      return codeRefusal && <CodeModal key={kind} isOpen={isOpen} refusal={codeRefusal} submitting={submitting} />;
    return (
      <CartDialog
        key={kind}
        kind={kind}
        isOpen={isOpen}
        isBusy={isDiscarding}
        onDiscard={discard}
        onDismiss={dismiss}
      />
    );
  });
}
