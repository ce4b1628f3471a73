import { Link } from "@tanstack/react-router";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { count, plural } from "../../shared/format/format.ts";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import type { PlanReply } from "./catalogueQueries.ts";

/** A published revision that moved sessions with buyers. */
export type PublishedMove = { readonly revision: number; readonly moved: PlanReply["moved"] };

type DialogProps = PublishedMove & { readonly slug: string; readonly onClose: () => void };

/** Shown after publishing has moved sessions with buyers. Publishing e-mails nobody, so the dialog offers it. */
export function MovedBuyersDialog({ slug, revision, moved, onClose }: DialogProps) {
  const { can } = useOwnSeller(slug);
  const mayWrite = can("bulk.run") && can("order.resend");
  return (
    <Dialog title={`Revision ${revision} is published`} onClose={onClose}>
      <p>
        {count(moved.sessions, "session")} with tickets of {count(moved.orders, "order")} now{" "}
        {plural(moved.sessions, "begins", "begin")} at another time. The orders, passes and calendars say the new one.
        No buyer was written to.
      </p>
      <p>
        {mayWrite
          ? "They can be written to later, too: from what this revision changed, in the history of the catalogue."
          : "Somebody who may write to many orders can do so from what this revision changed, in the history of the catalogue."}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{mayWrite ? "Not now" : "Close"}</Button>
        {mayWrite && (
          <Link
            to="/$slug/bulk"
            params={{ slug }}
            search={{ moved: String(revision) } as never}
            {...buttonAttributes({ kind: "primary" })}
          >
            {`Write to ${count(moved.orders, "buyer")} …`}
          </Link>
        )}
      </DialogActions>
    </Dialog>
  );
}
