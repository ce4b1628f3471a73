import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffRow } from "@foyer/contract/office/staff/staffing.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { formatAgo, roleNames } from "../../shared/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { queryClient, staffQuery, useOwnSeller } from "../../shared/queries.ts";
import { moveInRows } from "../../shared/list/moveInRows.ts";
import { useKeys } from "../../shell/useKeys.ts";
import { Invitations } from "./Invitations.tsx";
import { PersonMenu, type DialogName } from "./PersonMenu.tsx";
import { OperatorVisits } from "./OperatorVisits.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { RemoveDialog, ResetFactorDialog } from "./StaffDialogs.tsx";
import cardCss from "../../shared/styles/CardTable.module.css";
import css from "./StaffScreen.module.css";

/** Who works for the seller, as what, and who is invited. */
export function StaffScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/staff" });
  const query = useQuery(staffQuery(slug));
  const { data } = query;
  const { timezone } = useOwnSeller(slug);
  const [dialog, setDialog] = useState<DialogName>();
  const canInvite = (data?.grantable.length ?? 0) > 0;
  useKeys({ i: () => canInvite && setDialog("invite") });
  if (query.isError)
    return (
      <OfficePage title="Staff">
        <LoadState query={query} />
      </OfficePage>
    );
  const close = (): void => {
    setDialog(undefined);
    void queryClient.invalidateQueries({ queryKey: staffQuery(slug).queryKey });
  };
  return (
    <OfficePage
      title="Staff"
      lead="A change of roles takes effect at the next click."
      actions={
        canInvite && (
          <Button kind="primary" size="small" onClick={() => setDialog("invite")} aria-keyshortcuts="i">
            Invite somebody
          </Button>
        )
      }
    >
      <StaffTable slug={slug} staff={data?.staff} grantable={data?.grantable ?? []} onDialog={setDialog} />
      {data && data.invitations.length > 0 && <Invitations slug={slug} rows={data.invitations} />}
      <OperatorVisits slug={slug} timezone={timezone} />
      {dialog === "invite" && data && <InviteDialog slug={slug} grantable={data.grantable} onClose={close} />}
      {typeof dialog === "object" && dialog.kind === "remove" && (
        <RemoveDialog slug={slug} person={dialog.person} onClose={close} />
      )}
      {typeof dialog === "object" && dialog.kind === "reset" && (
        <ResetFactorDialog slug={slug} person={dialog.person} onClose={close} />
      )}
    </OfficePage>
  );
}

type TableProps = {
  readonly slug: string;
  readonly staff: readonly StaffRow[] | undefined;
  readonly grantable: readonly StaffRole[];
  readonly onDialog: (dialog: DialogName) => void;
};

function StaffTable({ slug, staff, grantable, onDialog }: TableProps) {
  const canReset = grantable.includes("owner");
  return (
    <div className={cardCss.frame}>
      <table className={cardCss.table} aria-busy={staff === undefined}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Roles</th>
            <th scope="col">Second factor</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className={css.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveInRows("summary, button")}>
          {staff?.map((person) => (
            <tr key={person.id} data-suspended={person.is_suspended || undefined}>
              <th scope="row" className={css.name}>
                <span>{person.name}</span>
                <span className={css.quiet}>{person.email}</span>
              </th>
              <td data-label="Roles">
                {person.is_suspended && <span className={css.badge}>Suspended</span>}
                {person.roles.map((role) => roleNames[role]).join(", ")}
              </td>
              <td data-label="Second factor">
                {person.has_second_factor ? "Set up" : <span className={css.quiet}>None</span>}
              </td>
              <td data-label="Last seen">
                {person.seen_at === null ? <span className={css.quiet}>Never</span> : formatAgo(person.seen_at)}
              </td>
              <td className={css.actions}>
                {person.is_editable && <PersonMenu {...{ slug, person, grantable, onDialog, canReset }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
