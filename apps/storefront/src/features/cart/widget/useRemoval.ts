import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import { useState } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { Refused } from "../../../api/call.ts";
import { useRemoveTickets } from "../cart.mutations.ts";
import { cartStrings } from "../cart.strings.ts";

const ticketIdsOf = (line: CartLine): string[] => line.types.flatMap((type) => type.ticket_ids);
/** The tickets of the group that a refused removal would have left incomplete. */
const groupTicketIds = (cart: Cart, error: unknown): string[] => {
  const ticket_group_id = error instanceof Refused ? error.extra.ticket_group_id : undefined;
  if (typeof ticket_group_id !== "string") return [];
  const types = cart.lines.flatMap((line) => line.types);
  return types.filter((type) => type.ticket_group_id === ticket_group_id).flatMap((type) => type.ticket_ids);
};
export const lineKey = (line: CartLine): string => `${line.event_template_id} ${line.event_session_id ?? ""}`;

export type Removal = {
  /** The key of the line whose removal is to be confirmed. */
  readonly confirming: string | undefined;
  readonly confirm: (key: string | undefined) => void;
  readonly remove: (line: CartLine, onRemoved: () => void) => void;
  /** Removes the whole group that a refused removal would have left incomplete; undefined without such a refusal. */
  readonly removeGroup: ((onRemoved: () => void) => void) | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
};

/** The removal of a cart's lines. It is kept outside the lines, which may be re-created when the window's width changes. */
export const useRemoval = (cart: Cart | undefined): Removal => {
  const t = useText(cartStrings);
  const announce = useAnnounce();
  const [asked, setAsked] = useState<{ readonly cart_id: string | undefined; readonly key: string | undefined }>();
  const { mutate, variables, error, isPending } = useRemoveTickets();

  const confirm = (key: string | undefined): void => setAsked({ cart_id: cart?.id, key });
  const remove = (line: CartLine, others: readonly string[], onRemoved: () => void): void => {
    if (!cart) return;
    mutate(
      { cart_id: cart.id, tickets: [...new Set([...ticketIdsOf(line), ...others])] },
      {
        onSuccess: () => {
          confirm(undefined);
          announce(t("cart.removed", { name: line.name }));
          onRemoved();
        },
      },
    );
  };
  const refusedTickets = new Set(variables?.tickets);
  const refusedLine = cart?.lines.find((line) => ticketIdsOf(line).some((id) => refusedTickets.has(id)));
  const group = cart ? groupTicketIds(cart, error) : [];
  return {
    confirming: asked?.cart_id === cart?.id ? asked?.key : undefined,
    confirm,
    remove: (line, onRemoved) => remove(line, [], onRemoved),
    removeGroup: refusedLine && group.length > 0 ? (onRemoved) => remove(refusedLine, group, onRemoved) : undefined,
    error,
    isPending,
  };
};
