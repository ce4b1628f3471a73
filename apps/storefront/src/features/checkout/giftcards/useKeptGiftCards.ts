import { useEffect, useEffectEvent, useState } from "react";
import type { AppliedGiftCard } from "@foyer/rules/checkout/giftcards/giftCardTenders.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { Refused } from "../../../api/call.ts";
import type { KeptDraft } from "../useCheckoutDraft.ts";

export type KeptGiftCardsOptions = {
  readonly draft: KeptDraft;
  /** False while the bank's answer is awaited; if it declines, the gift card can be used again. */
  readonly canRestore: boolean;
  readonly cards: readonly AppliedGiftCard[];
  /** Looks up a number; undefined if the card cannot pay anything now. */
  readonly find: (number: string) => Promise<AppliedGiftCard | undefined>;
  readonly onFound: (cards: readonly AppliedGiftCard[]) => void;
};

/** Applies the gift cards from before a reload again, with their current balances. */
export const useKeptGiftCards = ({ draft, canRestore, cards, find, onFound }: KeptGiftCardsOptions) => {
  const [state, setState] = useState<"waiting" | "done" | "incomplete">(
    draft.kept.gift_cards?.length ? "waiting" : "done",
  );
  const isRestoring = state === "waiting";

  const lookUp = useEffectEvent((number: string) =>
    find(number).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status >= 500) reportError(error);
      return undefined;
    }),
  );
  const finish = useEffectEvent((found: readonly (AppliedGiftCard | undefined)[]): void => {
    const usable = found.filter((card) => card !== undefined);
    onFound(usable);
    setState(usable.length === found.length ? "done" : "incomplete");
  });
  const { gift_cards } = draft.kept;
  useEffect(() => {
    if (isRestoring && canRestore && gift_cards) void Promise.all(gift_cards.map(lookUp)).then(finish);
  }, [isRestoring, canRestore, gift_cards]);

  const save = useEffectEvent(() => draft.save({ gift_cards: cards.map(({ number }) => number) }));
  useEffect(() => {
    if (!isRestoring) save();
  }, [cards, isRestoring]);

  return { isRestoring, isIncomplete: state === "incomplete", dismiss: () => setState("done") };
};
