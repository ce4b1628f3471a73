import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { openLoginDialog } from "../login/session/loginDialogStore.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { checkoutStrings } from "./checkout.strings.ts";

export type DeniedCartProps = {
  /** Opens the cart again. */
  readonly onLogin: () => void;
};

/** Offers the login where a cart is somebody else's. */
export function DeniedCart({ onLogin }: DeniedCartProps) {
  const t = useText(checkoutStrings);
  const seller = useSeller();
  const strength = useLoginStrength();
  const before = useRef(strength);
  const openAgain = useEffectEvent(onLogin);
  useEffect(() => {
    if (before.current === strength) return;
    before.current = strength;
    openAgain();
  }, [strength]);
  if (strength === "full" || !canLogIn(seller)) return null;
  return (
    <>
      <p>{t("checkout.denied.login")}</p>
      <Button kind="primary" onClick={() => openLoginDialog({ required: false, at: "checkout" })}>
        {t("checkout.denied.log_in")}
      </Button>
    </>
  );
}
