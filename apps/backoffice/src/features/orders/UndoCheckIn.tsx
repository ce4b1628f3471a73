import { recordScans } from "@foyer/contract/office/gate/gate.ts";
import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { callOffice, CallError } from "../../shared/call.ts";
import { useOrderAction } from "./dialogs/orderDialog.tsx";
import css from "./OrderScreen.module.css";

type UndoCheckInProps = { readonly scan_id: string; readonly order: DeskOrder; readonly slug: string };

/** Undoes a check-in. The ticket is as before, and the history contains both. */
export function UndoCheckIn({ scan_id, order, slug }: UndoCheckInProps) {
  const { run, isBusy, failure } = useOrderAction(
    { order, slug, onClose: () => undefined },
    "The check-in is undone.",
    async () => {
      const at = new Date().toISOString();
      const undo = { id: crypto.randomUUID(), at, offset_ms: 0, direction: "undo", undoes: scan_id } as const;
      const { answers } = await callOffice(recordScans, { scans: [undo] }, slug);
      if (answers[0]?.shown !== "welcome")
        throw new CallError(409, { _code: "ticket_state_incorrect", _description: "This check-in cannot be undone." });
    },
  );
  return (
    <span className={css.resend}>
      <Button size="small" busy={isBusy} onClick={() => void run()}>
        Undo the check-in
      </Button>
      {failure && <span className={css.danger}>{failure.message}</span>}
    </span>
  );
}
