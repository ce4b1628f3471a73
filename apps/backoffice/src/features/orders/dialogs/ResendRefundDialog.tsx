import { useQuery } from "@tanstack/react-query";
import { previewResentRefundEmails, resendDeskRefund } from "@foyer/contract/office/orders/deskActions.ts";
import type { DeskOrder, DeskPayment } from "@foyer/contract/office/orders/deskOrder.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import { meansOfPayment } from "../orderQueries.ts";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { EndedEmail } from "../../../shared/email/EndedEmail.tsx";
import { emailTo } from "./useOrderEmail.ts";
import { GiftCardTerms } from "./GiftCardTerms.tsx";
import { pathOf, useOrderAction } from "./orderDialog.tsx";
import css from "./orderDialog.module.css";

type ResendRefundDialogProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  readonly payment: DeskPayment;
  readonly refund: DeskPayment["refunds"][number];
  readonly to: "same_means" | "gift_card";
  readonly onClose: () => void;
};

/** Retries a refund that its provider refused, or issues a gift card instead; shows the amount and the e-mail first. */
export function ResendRefundDialog({ order, slug, payment, refund, to, onClose }: ResendRefundDialogProps) {
  const isCard = to === "gift_card";
  const amount = formatMoney(refund.amount, order.currency);
  const choice = useEmailChoice();
  const of = { ...pathOf(order), refund_id: refund.id };
  const { run, isBusy, failure } = useOrderAction(
    { order, slug, onClose },
    isCard ? `The purchaser gets a gift card of ${amount}.` : "The refund is on its way.",
    () => callOffice(resendDeskRefund, { ...of, version: order.version, to, ...(!isCard && choice.sent) }, slug),
  );
  const { data } = useQuery({
    queryKey: ["resent-refund-emails", slug, order.order_number, order.version, refund.id],
    queryFn: () => callOffice(previewResentRefundEmails, of, slug),
    enabled: !isCard,
    retry: false,
  });
  const [email = null, ...others] = data?.emails ?? [];
  return (
    <Dialog title={isCard ? "Issue a gift card instead" : "Send the refund again"} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {isCard ? (
          <GiftCardTerms amount={amount} to={order.purchaser.email} />
        ) : (
          <p>
            {amount} goes back to {meansOfPayment(payment)}. Once it is sent, it cannot be stopped.
          </p>
        )}
        {!isCard && <EmailFields choice={choice} email={data ? email : emailTo(order)} notices={others} />}
        <EndedEmail email={isCard ? null : data?.ended}>
          Nothing is left of what was paid, so the tickets end. The purchaser always gets an email about that:
        </EndedEmail>
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy}>
          {isCard ? `Issue a gift card of ${amount}` : `Refund ${amount}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
