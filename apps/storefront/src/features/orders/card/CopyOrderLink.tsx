import { useState } from "react";
import { useLocation } from "wouter";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useBoot, useText } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { ordersStrings } from "../orders.strings.ts";

export type CopyOrderLinkProps = {
  readonly order: Pick<TicketOrder, "id" | "token">;
  /** The link opens the page for changing the order. */
  readonly isManaged?: boolean;
};

/** Copies the order's own link. If the browser cannot copy, the link becomes the URL of this page. */
export function CopyOrderLink({ order, isManaged = false }: CopyOrderLinkProps) {
  const t = useText(ordersStrings);
  const { base } = useBoot();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const [isCopied, setCopied] = useState(false);
  const path = isManaged ? paths.manage(order.id, order.token) : paths.complete([order.id], order.token);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(`${base}${path}`, window.location.href).href);
    } catch {
      return navigate(path, { replace: true });
    }
    setCopied(true);
    announce(t("complete.copied_link"));
  };
  return <Button onClick={() => void copy()}>{t(isCopied ? "complete.copied_link" : "complete.copy_link")}</Button>;
}
