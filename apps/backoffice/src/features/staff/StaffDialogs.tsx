import { removeStaff, resetSecondFactor, type StaffRow } from "@foyer/contract/office/staff/staffing.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../shared/Form.tsx";
import { count, roleNames } from "../../shared/format/format.ts";

type StaffDialogProps = { readonly slug: string; readonly person: StaffRow; readonly onClose: () => void };

export function RemoveDialog({ slug, person, onClose }: StaffDialogProps) {
  const { run, isBusy, failure } = useAction(async () => {
    await callOffice(removeStaff, { staff_id: person.id }, slug);
    onClose();
  });
  const { name, roles } = person;
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <p>
        {name} loses {count(roles.length, "role")} ({roles.map((role) => roleNames[role]).join(", ")}) and is out at the
        next click. The name stays in the audit log. To let them back in, invite them again.
      </p>
      <SubmitActions onCancel={onClose} kind="danger" busy={isBusy} onSubmit={() => void run()}>
        Remove {name}
      </SubmitActions>
    </Dialog>
  );
}

export function ResetFactorDialog({ slug, person, onClose }: StaffDialogProps) {
  const { run, isBusy, failure } = useAction(async () => {
    await callOffice(resetSecondFactor, { staff_id: person.id }, slug);
    onClose();
  });
  return (
    <Dialog title={`Reset the second factor of ${person.name}?`} onClose={onClose}>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <p>
        Their passkeys, authenticator app and recovery codes stop working, and they are signed out everywhere, at other
        sellers too. They get an email, and set up a new one when they sign in.
      </p>
      <SubmitActions onCancel={onClose} kind="danger" busy={isBusy} onSubmit={() => void run()}>
        Reset it
      </SubmitActions>
    </Dialog>
  );
}
