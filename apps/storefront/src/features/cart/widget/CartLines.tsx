import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import { useRef, type ReactNode } from "react";
import { linesRemovedWith } from "@foyer/rules/hold/anchor.ts";
import { parseVisitTime } from "@foyer/rules/hold/visitTime.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { Refused } from "../../../api/call.ts";
import { cartStrings } from "../cart.strings.ts";
import { CartLineItem } from "./CartLineItem.tsx";
import css from "./CartLines.module.css";
import { lineKey, type Removal } from "./useRemoval.ts";

const gifteeName = (giftee: Cart["giftee"]): string | undefined =>
  [giftee?.first_name, giftee?.last_name].filter(Boolean).join(" ") || (giftee?.email ?? undefined);

export type CartLinesProps = {
  readonly cart: Cart;
  /** Absent if nothing can be removed. */
  readonly removal?: Removal;
  /** Additional text about an item, below its name. */
  readonly extraOf?: (line: CartLine) => ReactNode;
};

/** The items of a cart. They can be removed from the visitor's own cart. */
export function CartLines({ cart, removal, extraOf }: CartLinesProps) {
  const t = useText(cartStrings);
  const { web, configuration } = useSeller();
  const shared = useText(sharedStrings);
  const list = useRef<HTMLUListElement>(null);
  const canChange = cart.editable && !cart.payment_in_progress;
  const focusList = () => list.current?.focus();

  // The server removes add-ons together with the visit that they need.
  const warningOf = (line: CartLine): string | undefined => {
    const along = linesRemovedWith(line, cart.lines, {
      admission_event_id: web.admission_event_id,
      visit_time: parseVisitTime(configuration.upsells?.visit_time),
    });
    if (along.length === 0) return undefined;
    if (along.length === cart.lines.length - 1) return t("cart.remove_dependency");
    return t("cart.remove_add_ons", { names: [...new Set(along.map(({ name }) => name))].join(", ") });
  };
  const removalOf = (line: CartLine, { confirming, confirm, remove, isPending }: Removal) => ({
    isConfirming: confirming === lineKey(line),
    warning: confirming === lineKey(line) ? warningOf(line) : undefined,
    isPending,
    onAsk: () => confirm(lineKey(line)),
    onCancel: () => confirm(undefined),
    onConfirm: () => remove(line, focusList),
  });

  return (
    <>
      <ul role="list" className={css.lines} ref={list} tabIndex={-1} aria-label={t("cart.title")}>
        {cart.lines.map((line) => (
          <CartLineItem
            key={lineKey(line)}
            line={line}
            extra={extraOf?.(line)}
            giftee={gifteeName(cart.giftee)}
            removal={canChange && removal ? removalOf(line, removal) : undefined}
          />
        ))}
      </ul>
      {removal?.error && (
        <ErrorLine>{removal.error instanceof Refused ? removal.error.description : failureText(shared)}</ErrorLine>
      )}
      {removal?.removeGroup && (
        <Button size="small" kind="danger" busy={removal.isPending} onClick={() => removal.removeGroup?.(focusList)}>
          {t("cart.remove_group")}
        </Button>
      )}
    </>
  );
}
