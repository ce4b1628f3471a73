import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { ColumnOf } from "@foyer/contract/office/listShape.ts";
import { staffList, type StaffRow } from "@foyer/contract/office/staff/staffing.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { formatAgo, roleNames } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { refreshStaff, staffListQuery, useOwnSeller } from "../../shared/queries.ts";
import { ColumnsMenu } from "../../shared/list/ColumnsMenu.tsx";
import { ListHeadings } from "../../shared/list/ListHeadings.tsx";
import type { ListSearch } from "../../shared/list/listSearch.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListView, type ListView } from "../../shared/list/useListView.ts";
import { moveInRows } from "../../shared/list/moveInRows.ts";
import { useKeys } from "../../shell/useKeys.ts";
import { Invitations } from "./Invitations.tsx";
import { PersonMenu, type DialogName } from "./PersonMenu.tsx";
import { OperatorVisits } from "./OperatorVisits.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { RemoveDialog, ResetFactorDialog } from "./StaffDialogs.tsx";
import listCss from "../../shared/list/ListTable.module.css";
import cardCss from "../../shared/styles/CardTable.module.css";
import css from "./StaffScreen.module.css";

/** The seller's staff with their roles, and the open invitations. */
export function StaffScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/staff" });
  const search = useSearch({ from: "/signed-in/$slug/staff" }) as ListSearch;
  const view = useListView(staffList, search);
  const query = useInfiniteQuery(staffListQuery(slug, search));
  const [data] = query.data?.pages ?? [];
  const staff = query.data?.pages.flatMap((page) => page.staff);
  const { timezone } = useOwnSeller(slug);
  const [dialog, setDialog] = useState<DialogName>();
  const canInvite = (data?.grantable.length ?? 0) > 0;
  useKeys({ i: () => canInvite && setDialog("invite") });
  if (query.isError && !data)
    return (
      <OfficePage title="Staff">
        <LoadState query={query} />
      </OfficePage>
    );
  const close = (): void => {
    setDialog(undefined);
    void refreshStaff(slug);
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
      {query.isError && <LoadState query={query} />}
      <StaffTable {...{ slug, staff, view }} grantable={data?.grantable ?? []} onDialog={setDialog} />
      <ShowMore query={query}>Show more staff</ShowMore>
      {data && <Invitations slug={slug} rows={data.invitations} />}
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
  readonly view: ListView<typeof staffList>;
  readonly grantable: readonly StaffRole[];
  readonly onDialog: (dialog: DialogName) => void;
};

function StaffTable({ view, staff, ...row }: TableProps) {
  return (
    <div className={listCss.list}>
      <ColumnsMenu view={view} />
      <div className={cardCss.frame}>
        <table className={cardCss.table} aria-label="Staff" aria-busy={staff === undefined}>
          <thead>
            <tr>
              <ListHeadings view={view} />
              <th scope="col">
                <span className={css.hidden}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={moveInRows("summary, button")}>
            {staff?.map((person) => (
              <Person key={person.id} person={person} shown={view.columns} {...row} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type PersonProps = Omit<TableProps, "staff" | "view"> & {
  readonly person: StaffRow;
  readonly shown: readonly ColumnOf<typeof staffList>[];
};

function Person({ person, shown, slug, grantable, onDialog }: PersonProps) {
  const canReset = grantable.includes("owner");
  return (
    <tr data-suspended={person.is_suspended || undefined}>
      <th scope="row" className={css.name}>
        <span>{person.name}</span>
        <span className={css.quiet}>{person.email}</span>
      </th>
      {shown.includes("roles") && (
        <td data-label="Roles">
          {person.is_suspended && <span className={css.badge}>Suspended</span>}
          {person.roles.map((role) => roleNames[role]).join(", ")}
        </td>
      )}
      {shown.includes("has_second_factor") && (
        <td data-label="Second factor">
          {person.has_second_factor ? "Set up" : <span className={css.quiet}>None</span>}
        </td>
      )}
      {shown.includes("seen_at") && (
        <td data-label="Last seen">
          {person.seen_at === null ? <span className={css.quiet}>Never</span> : formatAgo(person.seen_at)}
        </td>
      )}
      <td className={css.actions}>
        {person.is_editable && <PersonMenu {...{ slug, person, grantable, onDialog, canReset }} />}
      </td>
    </tr>
  );
}
