import { useState } from "react";
import type { GiftCardPage } from "@foyer/contract/office/money/giftCards.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { AdjustDialog, EndDialog, ReplaceDialog, ResendCardDialog, RestoreDialog, VoidDialog } from "./CardDialogs.tsx";
import { RowOfDialog } from "../../shared/list/HeldRow.tsx";
import recordCss from "../../shared/styles/Record.module.css";

type CardActionsProps = {
  readonly card: GiftCardPage;
  readonly slug: string;
  readonly timezone: string;
  readonly permissions: readonly Permission[];
};

const dialogs = {
  adjust: AdjustDialog,
  end: EndDialog,
  replace: ReplaceDialog,
  resend: ResendCardDialog,
  void: VoidDialog,
  restore: RestoreDialog,
} as const;
type Action = keyof typeof dialogs;

const cardChanged = "This can no longer be done: the card was changed meanwhile. Its history says by whom.";

/** The actions that the reader can take for a card in its current state. */
export function CardActions({ card, slug, timezone, permissions }: CardActionsProps) {
  const [open, setOpen] = useState<Action>();
  const [mayAdjust, mayIssue] = [permissions.includes("gift_card.adjust"), permissions.includes("gift_card.issue")];
  const isUsed = card.state !== "inactive";
  const buttons: readonly (readonly [Action, string, boolean])[] = [
    ["adjust", "Adjust", mayAdjust && isUsed],
    ["end", "Change the last day", mayAdjust && isUsed],
    ["resend", "Send again", mayIssue && isUsed],
    ["replace", "Replace the number", mayIssue && isUsed],
    ["restore", "Restore", mayAdjust && card.restorable !== null],
    ["void", isUsed ? "Void" : "Remove the balance", mayAdjust && (isUsed || card.balance !== "0")],
  ];
  const Open = open && dialogs[open];
  const isGone = !buttons.some(([action, , isPossible]) => action === open && isPossible);
  return (
    <div className={recordCss.actions}>
      {buttons.map(([action, label, isPossible]) =>
        isPossible ? (
          <Button key={action} size="small" onClick={() => setOpen(action)}>
            {label}
          </Button>
        ) : null,
      )}
      {Open && (
        <RowOfDialog isGone={isGone} gone={cardChanged}>
          <Open card={card} slug={slug} timezone={timezone} onClose={() => setOpen(undefined)} />
        </RowOfDialog>
      )}
    </div>
  );
}
