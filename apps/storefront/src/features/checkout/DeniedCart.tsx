import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../shared/url/paths.ts";
import { canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { openLoginDialog } from "../login/session/loginDialogStore.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { useHasWholeLogin } from "../login/session/useHasWholeLogin.ts";
import { checkoutStrings } from "./checkout.strings.ts";
import css from "./DeniedCart.module.css";

export type DeniedCartProps = {
  /** Opens the cart again. */
  readonly onLogin: () => void;
  /** The text of the link to the events. */
  readonly events: string;
};

/** What to do about somebody else's cart: log in, unless that would not help, or view the events. */
export function DeniedCart({ onLogin, events }: DeniedCartProps) {
  const t = useText(checkoutStrings);
  return <LoginToCart question={t("checkout.denied.login")} onLogin={onLogin} events={events} />;
}

/** The login that opens a cart, unless it would not help, and the events. */
export function LoginToCart({ question, onLogin, events }: DeniedCartProps & { readonly question?: string }) {
  const t = useText(checkoutStrings);
  const seller = useSeller();
  const strength = useLoginStrength();
  const hasWholeLogin = useHasWholeLogin();
  const before = useRef(strength);
  const openAgain = useEffectEvent(onLogin);
  useEffect(() => {
    if (before.current === strength) return;
    before.current = strength;
    openAgain();
  }, [strength]);
  const eventsLink = (kind: "primary" | "quiet") => (
    <Link href={paths.events()} {...buttonAttributes({ kind })}>
      {events}
    </Link>
  );
  if (hasWholeLogin || !canLogIn(seller)) return eventsLink("primary");
  return (
    <>
      {question !== undefined && <p>{question}</p>}
      <div className={css.ways}>
        <Button kind="primary" onClick={() => openLoginDialog({ required: false, at: "checkout" })}>
          {t("checkout.denied.log_in")}
        </Button>
        {eventsLink("quiet")}
      </div>
    </>
  );
}
