import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { canLogIn } from "../../shared/seller/memberWays.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { openLoginDialog } from "../login/session/loginDialogStore.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { checkoutStrings } from "./checkout.strings.ts";

/** Offers the login where a cart is somebody else's, and opens the cart again after it. */
export function DeniedCart() {
  const t = useText(checkoutStrings);
  const seller = useSeller();
  const client = useQueryClient();
  const strength = useLoginStrength();
  const before = useRef(strength);
  useEffect(() => {
    if (before.current === strength) return;
    before.current = strength;
    void client.resetQueries({ queryKey: ["cart"] });
  }, [client, strength]);
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
