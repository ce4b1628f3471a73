import { resendInvitation, withdrawInvitation, type InvitationRow } from "@foyer/contract/office/staff/staffing.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { useAction } from "../../shared/Form.tsx";
import { formatAgo, roleNames } from "../../shared/format/format.ts";
import { refreshStaff } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import css from "./StaffScreen.module.css";

/** Open invitations. Their links may have expired. */
export function Invitations({ slug, rows }: { readonly slug: string; readonly rows: readonly InvitationRow[] }) {
  const toast = useToast();
  const refresh = () => refreshStaff(slug);
  const { run, failure } = useAction(async (work: () => Promise<unknown>, text: string) => {
    await work();
    await refresh();
    toast({ text });
  });
  return (
    <section aria-labelledby="invited" className={css.invited}>
      <h2 id="invited">Invited</h2>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <ul>
        {rows.map(({ id: invitation_id, email, roles, sent_at, is_over, is_editable }) => (
          <li key={invitation_id}>
            <span className={css.name}>
              <span>{email}</span>
              <span className={css.quiet}>
                {roles.map((role) => roleNames[role]).join(", ")} ·{" "}
                {is_over ? "the link has expired" : `sent ${formatAgo(sent_at)}`}
              </span>
            </span>
            {is_editable && (
              <span className={css.row}>
                <Button
                  size="small"
                  onClick={() =>
                    void run(
                      () => callOffice(resendInvitation, { invitation_id }, slug),
                      `Sent to ${email} again. The older link no longer works.`,
                    )
                  }
                  aria-label={`Send the invitation of ${email} again`}
                >
                  Send again
                </Button>
                <ConfirmedButton
                  label="Withdraw"
                  aria-label={`Withdraw the invitation of ${email}`}
                  title={`Withdraw the invitation of ${email}?`}
                  verb="Withdraw it"
                  done={`The invitation of ${email} was withdrawn.`}
                  send={async () => {
                    await callOffice(withdrawInvitation, { invitation_id }, slug);
                    await refresh();
                  }}
                >
                  <p>The link in the email stops working. To let them in later, invite them anew.</p>
                </ConfirmedButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
