import { useEffect, useEffectEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { discardOrderChange, type OrderAccess } from "../aftersale.queries.ts";
import { changeStrings } from "../aftersale.strings.ts";
import { managePaths } from "../managePaths.ts";
import { StepActions } from "../StepActions.tsx";
import css from "./Change.module.css";
import { ChangeTimer } from "./ChangeTimer.tsx";
import { useChangeCart } from "./useChangeCart.ts";
import { useForgetChange } from "./useLeaveChange.ts";

export type OpenChangeProps = { readonly access: OrderAccess; readonly cart_id: string };

/** A change of the order that is neither confirmed nor discarded, with the time left for it. */
export function OpenChange({ access, cart_id }: OpenChangeProps) {
  const t = useText(changeStrings);
  const found = useChangeCart(cart_id);
  const forget = useForgetChange(access);
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const onOver = useEffectEvent(() => {
    if (found.kind !== "over") return;
    // This browser's timer ends a few seconds before the server's.
    if (found.outcome !== "done") discardOrderChange(cart_id).catch(() => undefined);
    navigate(managePaths.order(access, found.outcome), { replace: true });
    void forget(cart_id);
  });
  const isOver = found.kind === "over";
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);

  const discard = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await discardOrderChange(cart_id);
      navigate(managePaths.order(access, "discarded"), { replace: true });
      void forget(cart_id);
    } catch (error) {
      reportError(error);
      setFailed(true);
      setBusy(false);
    }
  };
  if (found.kind !== "open") return null;
  const isPaying = found.cart.payment_in_progress;
  return (
    <section className={css.notice} aria-labelledby="open-change">
      <div className={css.words}>
        <h2 id="open-change">{t("change.open")}</h2>
        <p>{t(isPaying ? "change.open.paying" : "change.open.text")}</p>
      </div>
      <ChangeTimer cart={found.cart} left={found.left} />
      {hasFailed && <ErrorLine>{t("change.discard.failed")}</ErrorLine>}
      {!isPaying && (
        <StepActions>
          <Link href={managePaths.confirm(access)} {...buttonAttributes({ kind: "primary" })}>
            {t("change.continue")}
          </Link>
          <Button busy={isBusy} onClick={() => void discard()}>
            {t("change.discard")}
          </Button>
        </StepActions>
      )}
    </section>
  );
}
