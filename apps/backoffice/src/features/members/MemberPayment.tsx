import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberEmail, type EmailPreviewState } from "./MemberEmail.tsx";
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
  /** Sends the e-mail with the link, and a sentence of staff in it. */
  readonly send: (added: { readonly sentence?: string }) => Promise<unknown>;
  readonly preview: EmailPreviewState;
  readonly onClose: () => void;
  /** What the holder pays, and until when. */
  readonly children: ReactNode;
};

/** Lets the holder pay online in place of the counter. */
export function PayByLink({ email, slug, send, preview, onClose, children }: PayByLinkProps) {
  const toast = useToast();
  const choice = useEmailChoice();
  const { sentence } = choice.sent.email ?? {};
  const { run, isBusy, failure } = useAction(async () => {
    await send(sentence === undefined ? {} : { sentence });
    await refreshMembers(slug);
    onClose();
    toast({ text: `An email is on its way to ${email}.` });
  });
  return (
    <section className={recordCss.form} aria-label="Paid by the holder">
      <p>{children}</p>
      <MemberEmail
        preview={preview}
        choice={choice}
        to={email}
        nobody="The holder has no email address, so no link can be sent."
        isNeeded
      />
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <div className={recordCss.actions}>
        <Button busy={isBusy} onClick={() => void run()}>
          Send a link to {email}
        </Button>
      </div>
    </section>
  );
}
