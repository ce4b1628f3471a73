import { useState } from "react";
import { gifteeProblems, emptyGiftee, type Giftee, type GifteeProblem } from "@foyer/rules/membership/gift.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type GifteeForm = {
  readonly typed: Giftee;
  readonly problems: readonly GifteeProblem[];
  /** The e-mail address is the giver's own, so the warning is shown. */
  readonly isSelf: boolean;
  readonly errorOf: (field: keyof Giftee) => string | undefined;
  readonly setField: (field: keyof Giftee, text: string) => void;
  readonly showProblems: () => void;
  /** The server says that giver and recipient are the same person. */
  readonly rejectSelf: () => void;
};

/** The recipient of a gift, as entered. `giverEmail` is known if the giver is logged in. */
export const useGiftee = (giverEmail: string | undefined): GifteeForm => {
  const t = useMembershipText();
  const [typed, setTyped] = useState(emptyGiftee);
  const [flagged, setFlagged] = useState<ReadonlySet<keyof Giftee>>(new Set());
  const [rejectedEmail, setRejectedEmail] = useState<string>();
  const problems: readonly GifteeProblem[] =
    rejectedEmail === typed.email ? [{ field: "email", message: "self" }] : gifteeProblems(typed, giverEmail);
  const messageOf = (field: keyof Giftee) =>
    flagged.has(field) ? problems.find((one) => one.field === field)?.message : undefined;
  return {
    typed,
    problems,
    isSelf: messageOf("email") === "self",
    errorOf: (field) => {
      const message = messageOf(field);
      return message && t(`membership.${message}`);
    },
    setField: (field, text) => setTyped((before) => ({ ...before, [field]: text })),
    showProblems: () => setFlagged(new Set(problems.map(({ field }) => field))),
    rejectSelf: () => {
      setRejectedEmail(typed.email);
      setFlagged(new Set(["email"]));
    },
  };
};
