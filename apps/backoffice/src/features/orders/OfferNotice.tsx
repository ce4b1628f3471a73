import { useState } from "react";
import { withdrawDeskOffer } from "@foyer/contract/office/orders/deskMoves.ts";
import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { pathOf, useOrderAction } from "./dialogs/orderDialog.tsx";

type OfferNoticeProps = { readonly order: DeskOrder; readonly slug: string; readonly mayWithdraw: boolean };

/** Dearer tickets that are held until somebody has paid for them. */
export function OfferNotice({ order, slug, mayWithdraw }: OfferNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  const onClose = (): void => setAsking(false);
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, "Released.", () =>
    callOffice(withdrawDeskOffer, { ...pathOf(order), version: order.version }, slug),
  );
  const { offer, currency, timezone } = order;
  if (!offer) return null;
  const due = formatMoney(offer.due, currency);
  const until = formatMoment(offer.expires_at, timezone);
  return (
    <>
      <Banner
        action={
          mayWithdraw &&
          !offer.is_being_paid && (
            <Button size="small" onClick={() => setAsking(true)}>
              Release them
            </Button>
          )
        }
      >
        {offer.is_being_paid
          ? `${due} for other tickets is being paid now.`
          : `${offer.by} holds other tickets until ${until}; ${due} is still to be paid by the link. ${offer.reason}`}
      </Banner>
      {isAsking && (
        <Dialog title="Release the held tickets?" onClose={onClose}>
          <p>
            The link for {due} stops working, and others can buy the places that were held until {until}. The tickets of
            this order stay as they are.
          </p>
          {failure && <Banner tone="error">{failure.message}</Banner>}
          <SubmitActions onCancel={onClose} cancel="Back" kind="danger" busy={isBusy} onSubmit={() => void run()}>
            Release them
          </SubmitActions>
        </Dialog>
      )}
    </>
  );
}
