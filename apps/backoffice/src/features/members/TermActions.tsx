import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { AddCardDialog } from "./AddCardDialog.tsx";
import { EndMemberDialog, TakeOffDialog } from "./EndMemberDialog.tsx";
import { HolderDialog } from "./HolderDialog.tsx";
import {
  CancelRenewalDialog,
  CardBackDialog,
  LengthenDialog,
  LostNumberDialog,
  ResendMemberDialog,
} from "./MemberDialogs.tsx";
import type { MemberDialogProps } from "./memberDialog.tsx";
import { LevelDialog } from "./LevelDialog.tsx";
import { RenewDialog } from "./RenewDialog.tsx";
import { RowOfDialog } from "../../shared/list/HeldRow.tsx";
import recordCss from "../../shared/styles/Record.module.css";

const dialogs = {
  holder: HolderDialog,
  add: AddCardDialog,
  takeOff: TakeOffDialog,
  resend: ResendMemberDialog,
  replace: LostNumberDialog,
  renew: RenewDialog,
  level: LevelDialog,
  back: CardBackDialog,
  renewal: CancelRenewalDialog,
  lengthen: LengthenDialog,
  end: EndMemberDialog,
} as const;
type Action = keyof typeof dialogs;

type TermActionsProps = Omit<MemberDialogProps, "onClose">;

const termChanged = "This can no longer be done: the membership was changed meanwhile. Its history says by whom.";

/** The actions that the reader can take for a term in its current state. */
export function TermActions({ term, member, slug, permissions }: TermActionsProps) {
  const [open, setOpen] = useState<Action>();
  const mayEdit = permissions.includes("member.edit");
  const mayChangeLevel = mayEdit && permissions.includes("sale.make");
  const [isActive, isUncancelled] = [term.state === "active", term.state !== "cancelled"];
  const isShared = term.party.filter(({ state }) => state === "active").length > 1;
  const isLast = isUncancelled && !term.is_renewed;
  const buttons: readonly (readonly [Action, string, boolean])[] = [
    ["holder", "Change who is on it", mayEdit && isActive],
    ["add", "Add somebody", mayEdit && isActive && !term.is_renewed],
    ["takeOff", "Remove", permissions.includes("member.cancel") && isActive && !term.is_renewed && isShared],
    ["resend", "Send the card again", mayEdit && isActive],
    ["replace", "Replace the number", mayEdit && isLast],
    ["back", "Mark the card as returned", mayEdit && term.plastic_card === "sent"],
    ["renew", "Renew", mayEdit && isLast && term.valid_to !== null],
    ["level", "Change the level", mayChangeLevel && isActive && isLast && term.valid_to !== null],
    ["renewal", "Cancel the renewal", mayEdit && term.renewal?.state === "scheduled"],
    ["lengthen", "Lengthen", permissions.includes("order.override") && isLast && term.valid_to !== null],
    ["end", "End", permissions.includes("member.cancel") && isActive && !term.is_renewed],
  ];
  const shown = buttons.filter(([, , isPossible]) => isPossible);
  const Open = open && dialogs[open];
  if (shown.length === 0 && !Open) return null;
  const isGone = !shown.some(([action]) => action === open);
  return (
    <div className={recordCss.actions}>
      {shown.map(([action, label]) => (
        <Button key={action} size="small" onClick={() => setOpen(action)}>
          {label}
        </Button>
      ))}
      {Open && (
        <RowOfDialog isGone={isGone} gone={termChanged}>
          <Open {...{ term, member, slug, permissions }} onClose={() => setOpen(undefined)} />
        </RowOfDialog>
      )}
    </div>
  );
}
