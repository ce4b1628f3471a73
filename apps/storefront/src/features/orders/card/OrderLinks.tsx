import { Link } from "wouter";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { CopyOrderLink } from "./CopyOrderLink.tsx";
import css from "./OrderLinks.module.css";
import { orderFileUrl } from "../orders.queries.ts";
import { ordersStrings } from "../orders.strings.ts";

export type OrderLinksProps = {
  readonly order: TicketOrder;
  readonly files: OrderReply["files"][string] | undefined;
  readonly doorTickets: readonly DoorTicket[];
  /** The label of the link to the order's own page; without a label, or on that page, there is no link. */
  readonly manageLabel?: "complete.change" | "complete.change_only" | "complete.view" | undefined;
  /** The page's URL already contains the order's token. */
  readonly hasToken: boolean;
  /** This is the order's own page. */
  readonly isManaged?: boolean;
};

/** The order's own link, its files, and the link for changing it. */
export function OrderLinks({ order, files, doorTickets, manageLabel, hasToken, isManaged = false }: OrderLinksProps) {
  const { slug } = useSeller();
  const t = useText(ordersStrings);
  const hasOnlyCards = doorTickets.length > 0 && doorTickets.every(({ kind }) => kind === "card");
  const downloads = [
    ...(files?.tickets
      ? [{ file: "tickets.pdf", label: hasOnlyCards ? "complete.download_cards" : "complete.download" } as const]
      : []),
    ...(files?.invoice ? [{ file: "invoice.pdf", label: "complete.invoice" } as const] : []),
    ...(files?.calendar ? [{ file: "calendar.ics", label: "complete.calendar" } as const] : []),
  ];
  return (
    <div className={css.keep}>
      {(!hasToken || downloads.length > 0) && (
        <ul role="list" className={css.links}>
          {!hasToken && (
            <li>
              <CopyOrderLink order={order} isManaged={isManaged} />
            </li>
          )}
          {downloads.map(({ file, label }) => (
            <li key={file}>
              <a href={orderFileUrl(slug, order, file)} download {...buttonAttributes({ kind: "quiet" })}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {!hasToken && <p>{t("complete.copy_link.hint")}</p>}
      {manageLabel && (
        <p>
          <Link href={paths.manage(order.id, hasToken ? order.token : undefined)} className={css.change}>
            {t(manageLabel)}
          </Link>
        </p>
      )}
    </div>
  );
}
