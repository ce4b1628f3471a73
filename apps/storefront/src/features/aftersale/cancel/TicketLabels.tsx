import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";
import { countLabels } from "./countLabels.ts";
import { useOrderTicketName, type NamedTicket } from "./useOrderTicketName.ts";

export type TicketLabelsProps = {
  readonly tickets: readonly (NamedTicket & { readonly event: string })[];
  readonly className?: string | undefined;
};

/** Tickets by event, type and person; tickets with the same label share a line. */
export function TicketLabels({ tickets, className }: TicketLabelsProps) {
  const t = useText(cancelStrings);
  const nameOf = useOrderTicketName();
  const labels = tickets.map((ticket) => t("cancel.event_ticket", { event: ticket.event, ticket: nameOf(ticket) }));
  return (
    <ul role="list" className={className}>
      {[...countLabels(labels)].map(([label, count]) => (
        <li key={label}>{count === 1 ? label : t("cancel.line", { count, type: label })}</li>
      ))}
    </ul>
  );
}
