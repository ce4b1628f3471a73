import type { GiftCardState } from "@foyer/contract/office/money/giftCards.ts";
import { Tag, type TagProps } from "@foyer/ui/feedback/Tag.tsx";
import { giftCardStateNames } from "./giftCardQueries.ts";

const tones: Readonly<Record<GiftCardState, TagProps["tone"]>> = {
  active: "success",
  expired: "warning",
  inactive: "neutral",
};

export function GiftCardStateTag({ state }: { readonly state: GiftCardState }) {
  return <Tag tone={tones[state] ?? "neutral"}>{giftCardStateNames[state]}</Tag>;
}
