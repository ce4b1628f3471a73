import { useState } from "react";
import { gifteeProblems, emptyGiftee, type Giftee, type GifteeProblem } from "@foyer/rules/membership/gift.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type GifteeForm = {
  readonly typed: Giftee;
  readonly problems: readonly GifteeProblem[];
  /** The giver's own address stands there, and they have been told. */
  readonly isSelf: boolean;
  readonly errorOf: (field: keyof Giftee) => string | undefined;
  readonly setField: (field: keyof Giftee, text: string) => void;
  readonly showProblems: () => void;
  /** The server found that giver and giftee are one. */
  readonly rejectSelf: () => void;
};

/** Whom a gift is for, as typed. `own` is the giver's address, where they are logged in. */
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
