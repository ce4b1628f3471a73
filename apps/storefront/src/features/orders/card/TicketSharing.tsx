import { shortTicketNumber } from "@foyer/rules/values/text/shortTicketNumber.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { ticketPdfUrl } from "../orders.queries.ts";
import { ordersStrings } from "../orders.strings.ts";
import type { ShownTicket } from "./shownTicket.ts";
import css from "./TicketCodes.module.css";

/** Shares one ticket: by the device's share sheet if it has one, or by an e-mail from the visitor. */
export function TicketSharing({ ticket }: { readonly ticket: ShownTicket }) {
  const { slug, name } = useSeller();
  const t = useText(ordersStrings);
  const number = shortTicketNumber(ticket.scan_code);
  const url = new URL(ticketPdfUrl(slug, ticket), window.location.href).href;
  const title = t("code.share.title", { event: ticket.event_name, seller: name });
  const text = [ticket.event_name, ticket.when, ticket.type_name, ticket.seat_name].filter(Boolean).join(", ");
  const canShare = typeof navigator.share === "function";

  const share = (): void => {
    navigator.share({ title, text, url }).catch((error: unknown) => {
      // The visitor closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) reportError(error);
    });
  };
  const email = `mailto:?${mailFields({ subject: title, body: `${text}\n\n${url}` })}`;
  return (
    <p className={css.sharing}>
      {canShare && (
        <Button size="small" onClick={share} aria-label={t("code.share.named", { number })}>
          {t("code.share")}
        </Button>
      )}
      <ButtonLink size="small" href={email} aria-label={t("code.send.named", { number })}>
        {t("code.send")}
      </ButtonLink>
    </p>
  );
}

/** Mail programs would show the `+` of form encoding, so spaces are percent-encoded. */
const mailFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
