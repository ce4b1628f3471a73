import { useRef, type ReactNode } from "react";
import { shortTicketNumber } from "@foyer/rules/values/text/shortTicketNumber.ts";
import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { ticketQrCodeUrl } from "../orders.queries.ts";
import { ordersStrings } from "../orders.strings.ts";
import css from "./TicketCodes.module.css";
import { inOrderOfSeats, type ShownTicket } from "./shownTicket.ts";
import { TicketSharing } from "./TicketSharing.tsx";
import { useSwipe } from "./useSwipe.ts";

export type TicketCodesProps = {
  readonly tickets: readonly ShownTicket[];
  /** The event and its date are already shown above the codes. */
  readonly isOneVisit?: boolean;
  readonly extra?: (ticket: ShownTicket) => ReactNode;
  /** Whether a ticket's own link is offered for sharing; by default for every usable ticket. */
  readonly isShared?: (ticket: ShownTicket) => boolean;
};

const always = () => true;

/** One QR code per ticket, side by side: swiped on a phone, or stepped through with buttons. */
export function TicketCodes({ tickets, isOneVisit = false, extra, isShared = always }: TicketCodesProps) {
  const t = useText(ordersStrings);
  const list = useRef<HTMLUListElement>(null);
  const { index, isScrollable, go } = useSwipe(list, tickets.length);
  return (
    <div className={css.codes}>
      <ul
        role="list"
        ref={list}
        className={css.list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- codes without buttons are scrolled by keyboard
        tabIndex={isScrollable ? 0 : undefined}
        aria-label={isScrollable ? t("complete.codes") : undefined}
      >
        {inOrderOfSeats(tickets).map((ticket, at) => (
          <li key={ticket.id} className={css.ticket} data-used={ticket.is_used || undefined}>
            <TicketCode ticket={ticket} number={at + 1} isOneVisit={isOneVisit} />
            {ticket.kind === "ticket" && !ticket.is_used && isShared(ticket) && <TicketSharing ticket={ticket} />}
            {extra?.(ticket)}
          </li>
        ))}
      </ul>
      {isScrollable && (
        <div className={css.steps}>
          <IconButton
            icon="chevron-left"
            kind="edged"
            label={t("code.previous")}
            aria-disabled={index === 0}
            onClick={() => go(index - 1)}
          />
          <p className={css.position}>{t("code.position", { number: index + 1, count: tickets.length })}</p>
          <IconButton
            icon="chevron-right"
            kind="edged"
            label={t("code.next")}
            aria-disabled={index === tickets.length - 1}
            onClick={() => go(index + 1)}
          />
        </div>
      )}
    </div>
  );
}

type TicketCodeProps = { readonly ticket: ShownTicket; readonly number: number; readonly isOneVisit: boolean };

function TicketCode({ ticket, number, isOneVisit }: TicketCodeProps) {
  const { slug } = useSeller();
  const t = useText(ordersStrings);
  return (
    <>
      <div className={css.code}>
        <img src={ticketQrCodeUrl(slug, ticket)} width={480} height={480} alt={t("code.alt", { number })} />
      </div>
      <div className={css.details}>
        <p className={css.name}>
          {ticket.type_name} {ticket.is_used && <Tag tone="neutral">{t("complete.flag.redeemed")}</Tag>}
        </p>
        {!isOneVisit && <p>{[ticket.event_name, ticket.when].filter(Boolean).join(", ")}</p>}
        {ticket.seat_name && <p>{t("code.seat", { seat: ticket.seat_name })}</p>}
        {ticket.admit_name && <p>{t("code.guest", { name: ticket.admit_name })}</p>}
        <p className={css.number}>{t("code.number", { number: shortTicketNumber(ticket.scan_code) })}</p>
      </div>
    </>
  );
}
