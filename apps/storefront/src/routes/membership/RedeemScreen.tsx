import { redeemStrings } from "../../features/membership/redeem/redeem.strings.ts";
import { RedeemPanel } from "../../features/membership/redeem/RedeemPanel.tsx";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <RedeemPanel />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["redeem.title"] ?? redeemStrings["redeem.title"],
});
