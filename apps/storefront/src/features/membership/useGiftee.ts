import { useState } from "react";
import { gifteeProblems, noGiftee, type Giftee, type GifteeProblem } from "@foyer/rules/memberGift.ts";
import { useMembershipText } from "./useMembershipText.ts";

export type GifteeForm = {
  readonly typed: Giftee;
  readonly problems: readonly GifteeProblem[];
  /** The giver's own address stands there, and they have been told. */
  readonly isSelf: boolean;
  readonly said: (field: keyof Giftee) => string | undefined;
  readonly type: (field: keyof Giftee, text: string) => void;
  readonly say: () => void;
  /** The server found that giver and giftee are one. */
  readonly refuseSelf: () => void;
};

/** Whom a gift is for, as typed. `own` is the giver's address, where they are logged in. */
export const useGiftee = (own: string | undefined): GifteeForm => {
  const t = useMembershipText();
  const [typed, setTyped] = useState(noGiftee);
  const [blamed, setBlamed] = useState<ReadonlySet<keyof Giftee>>(new Set());
  const [refused, setRefused] = useState<string>();
  const problems: readonly GifteeProblem[] =
    refused === typed.email ? [{ field: "email", message: "self" }] : gifteeProblems(typed, own);
  const messageOf = (field: keyof Giftee) =>
    blamed.has(field) ? problems.find((one) => one.field === field)?.message : undefined;
  return {
    typed,
    problems,
    isSelf: messageOf("email") === "self",
    said: (field) => {
      const message = messageOf(field);
      return message && t(`membership.${message}`);
    },
    type: (field, text) => setTyped((before) => ({ ...before, [field]: text })),
    say: () => setBlamed(new Set(problems.map(({ field }) => field))),
    refuseSelf: () => {
      setRefused(typed.email);
      setBlamed(new Set(["email"]));
    },
  };
};
