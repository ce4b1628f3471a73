import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { cartTimer, extensionPrompt, formatTimer } from "@foyer/rules/hold/cartTimer.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { TimerLine } from "@foyer/ui/feedback/TimerLine.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { cartKey } from "../../cart/cart.queries.ts";
import { extendOrderChange } from "../aftersale.queries.ts";
import { changeStrings } from "../aftersale.strings.ts";
import { useAnnouncedLevel } from "./useHoldTimer.ts";

export type ChangeTimerProps = {
  readonly cart: Pick<Cart, "id" | "expires_at" | "extensions_left">;
  readonly left: number | null;
};

/** The time left for an open change; in the last minute it can be extended. */
export function ChangeTimer({ cart, left }: ChangeTimerProps) {
  const t = useText(changeStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const level = useAnnouncedLevel(left);
  if (left === null || level === undefined) return null;
  const { id, expires_at, extensions_left } = cart;
  const canExtend = extensionPrompt({ left, declined: false, extensions_left }) === "offered" && expires_at !== null;
  const extend = async (): Promise<void> => {
    if (expires_at === null) return;
    setBusy(true);
    setFailed(false);
    const until = Temporal.Instant.from(expires_at).add({ minutes: cartTimer.extensionMinutes }).toString();
    try {
      await extendOrderChange(id, until);
      await client.invalidateQueries({ queryKey: cartKey(id) });
    } catch (error) {
      reportError(error);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <TimerLine
        level={level}
        label={t("change.held")}
        left={formatTimer(left)}
        action={
          canExtend && (
            <Button size="small" busy={isBusy} onClick={() => void extend()}>
              {t("change.extend", { count: cartTimer.extensionMinutes })}
            </Button>
          )
        }
      />
      {hasFailed && <ErrorLine>{failureText(shared, t("change.extend.failed"))}</ErrorLine>}
    </>
  );
}
