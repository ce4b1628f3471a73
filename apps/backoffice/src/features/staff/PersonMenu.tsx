import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { giveRole, resumeStaff, suspendStaff, takeRole, type StaffRow } from "@foyer/contract/office/staff/staffing.ts";
import { Link } from "@tanstack/react-router";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { roleNames } from "../../shared/format/format.ts";
import { refreshStaff } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import { useMenu } from "../../shared/useMenu.ts";
import menuCss from "../../shared/styles/Menu.module.css";
import css from "./StaffScreen.module.css";

export type DialogName = "invite" | { readonly kind: "remove" | "reset"; readonly person: StaffRow };

type MenuProps = {
  readonly slug: string;
  readonly person: StaffRow;
  /** The roles that the reader can give. */
  readonly grantable: readonly StaffRole[];
  readonly canReset: boolean;
  readonly onDialog: (dialog: DialogName) => void;
};

/** Actions that can be undone are done at once and offer Undo; others ask first. */
export function PersonMenu({ slug, person, grantable, onDialog, canReset }: MenuProps) {
  const toast = useToast();
  const { id: staff_id, name } = person;
  const refresh = () => refreshStaff(slug);
  const { run, failure } = useAction(
    async (work: () => Promise<unknown>, text: string, back: () => Promise<unknown>) => {
      await work();
      await refresh();
      toast({ text, undo: () => back().then(refresh) });
    },
  );
  const setRole = (role: StaffRole, isGiven: boolean) => {
    const give = () => callOffice(giveRole, { staff_id, role }, slug);
    const take = () => callOffice(takeRole, { staff_id, role }, slug);
    const label = roleNames[role].toLowerCase();
    return isGiven ? run(give, `${name} is ${label} now.`, take) : run(take, `${name} is no longer ${label}.`, give);
  };
  const menu = useMenu();
  const suspend = () => callOffice(suspendStaff, { staff_id }, slug);
  const resume = () => callOffice(resumeStaff, { staff_id }, slug);
  return (
    <details className={css.menu} {...menu}>
      <summary className={menuCss.opener} aria-label={`Change ${name}`}>
        Change
      </summary>
      <div className={`${menuCss.panel} ${css.panel}`}>
        {failure && <Banner tone="error">{failure.message}</Banner>}
        {!person.is_suspended && (
          <fieldset className={`${menuCss.choices} ${css.roles}`}>
            <legend>Roles</legend>
            {grantable.map((role) => {
              const has = person.roles.includes(role);
              return (
                <label key={role} className={css.role}>
                  <input
                    type="checkbox"
                    checked={has}
                    disabled={has && person.roles.length === 1}
                    onChange={() => void setRole(role, !has)}
                  />
                  {roleNames[role]}
                </label>
              );
            })}
          </fieldset>
        )}
        {person.is_suspended ? (
          <Button size="small" wide onClick={() => void run(resume, `${name} has access again.`, suspend)}>
            Restore access
          </Button>
        ) : (
          <Button size="small" wide onClick={() => void run(suspend, `${name} is suspended.`, resume)}>
            Suspend
          </Button>
        )}
        {canReset && person.has_second_factor && (
          <Button size="small" wide onClick={() => onDialog({ kind: "reset", person })}>
            Reset second factor…
          </Button>
        )}
        <Link
          to="/$slug/audit"
          params={{ slug }}
          search={{ entity_kind: "staff", entity_id: staff_id } as never}
          {...buttonAttributes({ size: "small" })}
          data-wide
        >
          History
        </Link>
        <Button size="small" wide kind="danger" onClick={() => onDialog({ kind: "remove", person })}>
          Remove…
        </Button>
      </div>
    </details>
  );
}
