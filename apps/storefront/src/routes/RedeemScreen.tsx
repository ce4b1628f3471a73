import { redeemStrings } from "../features/membership/redeem.strings.ts";
import { RedeemPanel } from "../features/membership/RedeemPanel.tsx";
import type { Place } from "./screen.ts";

export function Screen() {
  return <RedeemPanel />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["redeem.title"] ?? redeemStrings["redeem.title"],
});
