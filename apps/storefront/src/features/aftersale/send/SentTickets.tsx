import type { SentTicket } from "@foyer/contract/shop/aftersale/sentTicket.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { useOrderTicketName } from "../cancel/useOrderTicketName.ts";
import css from "./Send.module.css";
import section from "../OrderSection.module.css";
import { sendStrings } from "./send.strings.ts";
import type { SendingState } from "./useSending.ts";

export type SentTicketsProps = { readonly tickets: readonly SentTicket[]; readonly sending: SendingState };

/** The tickets that were sent to somebody else; each can be taken back until it is used. */
export function SentTickets({ tickets, sending }: SentTicketsProps) {
  const t = useText(sendStrings);
  const dateOf = useCartDate();
  const nameOf = useOrderTicketName();
  return (
    <ul role="list" className={css.sent}>
      {tickets.map((ticket) => {
        const name = t("send.sent_ticket", { event: ticket.event_name, ticket: nameOf(ticket) });
        return (
          <li key={ticket.id}>
            <div>
              <p>{name}</p>
              <p className={section.quiet}>{dateOf(ticket)}</p>
              <p className={section.quiet}>
                {ticket.sent_to ? t("send.sent_to", { email: ticket.sent_to }) : t("send.sent_to.erased")}
              </p>
            </div>
            {ticket.is_used ? (
              <p className={section.quiet}>{t("send.used")}</p>
            ) : (
              <Button
                size="small"
                busy={sending.returning === ticket.id}
                aria-label={t("send.take_back.named", { ticket: name, email: ticket.sent_to })}
                onClick={() => sending.takeBack(ticket.id)}
              >
                {t("send.take_back")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
