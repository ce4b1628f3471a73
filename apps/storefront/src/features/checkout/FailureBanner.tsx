import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

export type FailureBannerProps = {
  readonly text: string | undefined;
  /**
   * The message comes from the server: it is scrolled into view and focused. For errors of the form, the first field takes
   * the focus.
   */
  readonly isFromServer: boolean;
  /** A button or link. */
  readonly action?: ReactNode;
};

/** An error message. */
export function FailureBanner({ text, isFromServer, action }: FailureBannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || !isFromServer) return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [text, isFromServer]);
  if (text === undefined) return null;
  return (
    <div ref={box} className={css.banner} tabIndex={-1}>
      <Banner tone="error" action={action}>
        {text}
      </Banner>
    </div>
  );
}

/** Reloads the page, because the seller's settings have changed since it was opened. */
export function ReloadButton() {
  const t = useText(checkoutStrings);
  return (
    <Button size="small" onClick={() => window.location.reload()}>
      {t("checkout.reload")}
    </Button>
  );
}
