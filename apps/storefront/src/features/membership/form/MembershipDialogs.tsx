import { useState } from "react";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { CodeModal } from "../../reserve/submit/CodeModal.tsx";
import { GuestModal } from "../../reserve/submit/GuestModal.tsx";
import { CartConflictDialog } from "./CartConflictDialog.tsx";
import type { MembershipQuestion, MembershipSubmitting } from "./useMembershipSubmit.ts";

const noChoices: readonly GroupChoice[] = [];

/**
 * The questions asked before the membership is added to the cart. Rendered outside the form, because forms cannot be
 * nested.
 */
export function MembershipDialogs({ submitting }: { readonly submitting: MembershipSubmitting }) {
  const { question, codeRefusal, isDiscarding, discard, dismiss } = submitting;
  // Dialogs stay mounted once shown, so that their closing can be animated.
  const [shown, setShown] = useState<readonly MembershipQuestion[]>([]);
  if (question && !shown.includes(question)) setShown([...shown, question]);
  return shown.map((kind) => {
    const isOpen = question === kind;
    if (kind === "login") return <GuestModal key={kind} isOpen={isOpen} choices={noChoices} submitting={submitting} />;
    if (kind === "code")
      return codeRefusal && <CodeModal key={kind} isOpen={isOpen} refusal={codeRefusal} submitting={submitting} />;
    return (
      <CartConflictDialog
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
