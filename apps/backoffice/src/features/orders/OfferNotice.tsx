import { withdrawDeskOffer } from "@foyer/contract/office/orders/deskMoves.ts";
import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { formatMoment, formatMoney } from "../../shared/format.ts";
import { pathOf, useOrderAction } from "./dialogs/orderDialog.tsx";

type OfferNoticeProps = { readonly order: DeskOrder; readonly slug: string; readonly mayWithdraw: boolean };

/** Dearer tickets that are held until somebody has paid for them. */
export function OfferNotice({ order, slug, mayWithdraw }: OfferNoticeProps) {
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose: () => undefined }, "Released.", () =>
    callOffice(withdrawDeskOffer, { ...pathOf(order), version: order.version }, slug),
  );
  const { offer, currency, timezone } = order;
  if (!offer) return null;
  const due = formatMoney(offer.due, currency);
  return (
    <Banner
      tone={failure ? "error" : "info"}
      action={
        mayWithdraw &&
        !offer.is_being_paid && (
          <Button size="small" busy={isBusy} onClick={() => void run()}>
            Release them
          </Button>
        )
      }
    >
      {failure?.message ??
        (offer.is_being_paid
          ? `${due} for other tickets is being paid now.`
          : `${offer.by} holds other tickets until ${formatMoment(offer.expires_at, timezone)}; ${due} is still to be paid by the link. ${offer.reason}`)}
    </Banner>
  );
}
