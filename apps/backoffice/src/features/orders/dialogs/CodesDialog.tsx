import { replaceOrderCodes } from "@foyer/contract/office/orders/deskActions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { useOrderEmail } from "./useOrderEmail.ts";
import { pathOf, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import { hasScanCode } from "../ticketUse.ts";
import { TicketsGone } from "./TicketsGone.tsx";
import css from "./orderDialog.module.css";

/** Replaces the scan codes of tickets. The old ones become invalid. */
export function CodesDialog({ order, slug, tickets, onClose }: OrderDialogProps) {
  const [reason, setReason] = useReason();
  const choice = useEmailChoice();
  const preview = useOrderEmail({ order, slug }, { change: "order_update" });
  const replaced = tickets.filter((ticket) => !ticket.is_sent_on && ticket.state === "booked" && hasScanCode(ticket));
  const ids = replaced.map(({ id }) => id);
  const hasCards = tickets.some(({ use }) => use?.kind === "membership");
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, "New codes are on their way.", () =>
    callOffice(
      replaceOrderCodes,
      { ...pathOf(order), version: order.version, tickets: ids, reason, ...choice.sent },
      slug,
    ),
  );
  const what = count(ids.length, "ticket");
  if (tickets.length === 0 && !isBusy) return <TicketsGone onClose={onClose} />;
  return (
    <Dialog title={`New scan codes for ${what}`} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "") void run();
        }}
      >
        <p>
          The old codes stop working, on paper and in wallets. So does the code of the order, which lets in all of its
          tickets: it is replaced, too. The purchaser gets the new ones.
        </p>
        {hasCards && <p>Cards of memberships keep their codes. Replace the number of a lost card at its member.</p>}
        <ReasonField value={reason} onChange={setReason} />
        <EmailFields choice={choice} {...preview} />
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions
          onCancel={onClose}
          cancel="Back"
          busy={isBusy}
          disabled={reason.trim() === "" || ids.length === 0}
        >
          Replace the codes of {what}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
