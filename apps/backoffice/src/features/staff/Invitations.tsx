import { resendInvitation, withdrawInvitation, type InvitationRow } from "@foyer/contract/office/staff/staffing.ts";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { formatAgo, roleNames } from "../../shared/format/format.ts";
import { refreshStaff } from "../../shared/queries.ts";
import css from "./StaffScreen.module.css";

/** Open invitations. Their links may have expired. */
export function Invitations({ slug, rows }: { readonly slug: string; readonly rows: readonly InvitationRow[] }) {
  const held = useHeldRows(rows, ({ id }) => id);
  if (held.rows.length === 0) return null;
  return (
    <section aria-labelledby="invited" className={css.invited}>
      <h2 id="invited">Invited</h2>
      <ul>
        {held.rows.map((row) => (
          <HeldRow key={row.id} of={held} row={row} gone={`The invitation of ${row.email} was accepted or withdrawn.`}>
            <Invitation slug={slug} row={row} />
          </HeldRow>
        ))}
      </ul>
    </section>
  );
}

type InvitationProps = { readonly slug: string; readonly row: InvitationRow };

function Invitation({ slug, row }: InvitationProps) {
  const { id: invitation_id, email, roles, sent_at, is_over, is_editable } = row;
  const refresh = () => refreshStaff(slug);
  return (
    <li>
      <span className={css.name}>
        <span>{email}</span>
        <span className={css.quiet}>
          {roles.map((role) => roleNames[role]).join(", ")} ·{" "}
          {is_over ? "the link has expired" : `sent ${formatAgo(sent_at)}`}
        </span>
      </span>
      {is_editable && (
        <span className={css.row}>
          <ConfirmedButton
            label="Send again"
            aria-label={`Send the invitation of ${email} again`}
            title={`Send the invitation of ${email} again?`}
            verb="Send 1 email"
            done={`Sent to ${email} again. The older link no longer works.`}
            isDestructive={false}
            send={async () => {
              await callOffice(resendInvitation, { invitation_id }, slug);
              await refresh();
            }}
          >
            <p>
              1 email with a new link goes to {email}. The link in the email{" "}
              {is_over ? "of before has expired" : `that was sent ${formatAgo(sent_at)} stops working`}.
            </p>
          </ConfirmedButton>
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
  );
}
