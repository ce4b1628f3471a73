import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import { useRef, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { Refused } from "../../../api/call.ts";
import { useRemoveTickets } from "../cart.mutations.ts";
import { cartStrings } from "../cart.strings.ts";
import { CartLineItem } from "./CartLineItem.tsx";
import css from "./CartLines.module.css";

const ticketIdsOf = (line: CartLine): string[] => line.types.flatMap((type) => type.ticket_ids);
const gifteeName = (giftee: Cart["giftee"]): string | undefined =>
  [giftee?.first_name, giftee?.last_name].filter(Boolean).join(" ") || (giftee?.email ?? undefined);
/** The tickets of the group that a refused removal would have left incomplete. */
const groupTicketIds = (cart: Cart, error: unknown): string[] => {
  const ticket_group_id = error instanceof Refused ? error.extra.ticket_group_id : undefined;
  if (typeof ticket_group_id !== "string") return [];
  const types = cart.lines.flatMap((line) => line.types);
  return types.filter((type) => type.ticket_group_id === ticket_group_id).flatMap((type) => type.ticket_ids);
};
const lineKey = (line: CartLine): string => `${line.event_template_id} ${line.event_session_id ?? ""}`;

export type CartLinesProps = {
  readonly cart: Cart;
  /** More about an item, below its name. */
  readonly extraOf?: (line: CartLine) => ReactNode;
};

/** The items of a cart, which can be removed from an own cart. */
export function CartLines({ cart, extraOf }: CartLinesProps) {
  const t = useText(cartStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const list = useRef<HTMLUListElement>(null);
  const remove = useRemoveTickets();
  const canChange = cart.editable && !cart.payment_in_progress;

  // The server removes add-ons together with the visit that they need.
  const isRequiredByOthers = (line: CartLine): boolean =>
    line.is_anchor && cart.lines.some((other) => other.needs_anchor);
  const removeLine = (line: CartLine, others: readonly string[] = []): void =>
    remove.mutate(
      { cart_id: cart.id, tickets: [...new Set([...ticketIdsOf(line), ...others])] },
      {
        onSuccess: () => {
          announce(t("cart.removed", { name: line.name }));
          list.current?.focus();
        },
      },
    );

  const refusedTickets = new Set(remove.variables?.tickets);
  const refusedLine = cart.lines.find((line) => ticketIdsOf(line).some((id) => refusedTickets.has(id)));
  const group = groupTicketIds(cart, remove.error);

  return (
    <>
      <ul role="list" className={css.lines} ref={list} tabIndex={-1} aria-label={t("cart.title")}>
        {cart.lines.map((line) => (
          <CartLineItem
            key={lineKey(line)}
            line={line}
            extra={extraOf?.(line)}
            giftee={gifteeName(cart.giftee)}
            isRequiredByOthers={isRequiredByOthers(line)}
            isRemoving={remove.isPending}
            {...(canChange ? { onRemove: () => removeLine(line) } : {})}
          />
        ))}
      </ul>
      {remove.error && (
        <ErrorLine>{remove.error instanceof Refused ? remove.error.description : failureText(shared)}</ErrorLine>
      )}
      {refusedLine && group.length > 0 && (
        <Button size="small" kind="danger" busy={remove.isPending} onClick={() => removeLine(refusedLine, group)}>
          {t("cart.remove_group")}
        </Button>
      )}
    </>
  );
}
