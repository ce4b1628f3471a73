import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshMembers } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

/** Says what can be taken at the counter while no till is open there. */
export function NoOpenTill({ slug, mayOpenTill }: { readonly slug: string; readonly mayOpenTill: boolean }) {
  return (
    <p>
      Without an open till, only gift cards are accepted.{" "}
      {mayOpenTill && (
        <Link className={recordCss.link} to="/$slug/till" params={{ slug }}>
          Open a till
        </Link>
      )}
    </p>
  );
}

type PayByLinkProps = {
  readonly email: string;
  readonly slug: string;
  /** Sends the e-mail with the link. */
  readonly send: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What the holder pays, and until when. */
  readonly children: ReactNode;
};

/** Lets the holder pay online in place of the counter. */
export function PayByLink({ email, slug, send, onClose, children }: PayByLinkProps) {
  const toast = useToast();
  const { run, isBusy, failure } = useAction(async () => {
    await send();
    await refreshMembers(slug);
    onClose();
    toast({ text: `An email is on its way to ${email}.` });
  });
  return (
    <section className={recordCss.form} aria-label="Paid by the holder">
      <p>{children}</p>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <div className={recordCss.actions}>
        <Button busy={isBusy} onClick={() => void run()}>
          Send a link to {email}
        </Button>
      </div>
    </section>
  );
}
