import { useState } from "react";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { inviteStaff } from "@foyer/contract/office/staff/staffing.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { roleHints, roleNames } from "../../shared/format/format.ts";
import { useToast } from "../../shared/Toast.tsx";
import menuCss from "../../shared/styles/Menu.module.css";
import css from "./StaffScreen.module.css";

type InviteDialogProps = {
  readonly slug: string;
  /** The roles that the reader can give. */
  readonly grantable: readonly StaffRole[];
  readonly onClose: () => void;
};

/** Invites an e-mail address. Its owner gets a link that works once, for seven days. */
export function InviteDialog({ slug, grantable, onClose }: InviteDialogProps) {
  const toast = useToast();
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const { run, isBusy, failure, errorOf } = useAction(async (email: string) => {
    await callOffice(inviteStaff, { email, roles: [...roles] }, slug);
    toast({ text: `An invitation is on its way to ${email}.` });
    onClose();
  });
  const toggle = (role: StaffRole): void =>
    setRoles((chosen) => (chosen.includes(role) ? chosen.filter((other) => other !== role) : [...chosen, role]));
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <ActionForm
        label="Invite somebody"
        failure={failure}
        fields={["email", "roles"]}
        onSubmit={({ email = "" }) => run(email)}
      >
        <Field label="Email address" error={errorOf("email", "Enter an email address.")} required>
          <TextInput name="email" type="email" />
        </Field>
        <fieldset className={`${menuCss.choices} ${css.roles}`}>
          <legend>Roles</legend>
          {grantable.map((role) => (
            <Checkbox
              key={role}
              label={roleNames[role]}
              hint={roleHints[role]}
              checked={roles.includes(role)}
              onChange={() => toggle(role)}
            />
          ))}
          {errorOf("roles") && (
            <p role="alert" className={css.error}>
              Choose at least one role.
            </p>
          )}
        </fieldset>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Send the invitation
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
