import {
  createSeller,
  inviteFirstOwner,
  suspendSeller,
  type OperatedSeller,
} from "@foyer/contract/office/staff/operator.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { AuditReason } from "../../shared/audit/AuditReason.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";

type DialogProps = { readonly onDone: () => Promise<unknown>; readonly onClose: () => void };
type SellerDialogProps = DialogProps & { readonly seller: OperatedSeller };

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a seller with a slug, name, currency and time zone; its owner sets everything else. */
export function CreateSellerDialog({ onDone, onClose }: DialogProps) {
  const toast = useToast();
  const { run, isBusy, failure, errorOf } = useAction(
    async (slug: string, name: string, currency: string, timezone: string) => {
      await callOffice(createSeller, { slug, name, currency, timezone });
      await onDone();
      onClose();
      toast({ text: `${name} was created. Invite its first owner next.` });
    },
  );
  return (
    <Dialog title="New seller" onClose={onClose}>
      <ActionForm
        label="New seller"
        failure={failure}
        fields={["slug", "name", "currency", "timezone"]}
        onSubmit={({ slug = "", name = "", currency = "", timezone = "" }) =>
          run(slug.trim(), name, currency.trim().toUpperCase(), timezone.trim())
        }
      >
        <Field label="Name" error={errorOf("name", "Give it a name.")} required>
          <TextInput name="name" maxLength={200} autoComplete="off" />
        </Field>
        <Field
          label="Address"
          hint="The first part of its pages’ addresses: small letters, digits and hyphens. It never changes."
          error={
            errorOf("slug") &&
            (failure?.code === "slug_taken" ? failure.message : "Use small letters, digits and hyphens.")
          }
          required
        >
          <TextInput name="slug" maxLength={63} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field
          label="Currency"
          hint="Three letters, such as EUR."
          error={errorOf("currency", "Choose a currency.")}
          required
        >
          <TextInput name="currency" maxLength={3} autoComplete="off" />
        </Field>
        <Field
          label="Time zone"
          hint="Such as Europe/London."
          error={errorOf("timezone", "Choose a time zone.")}
          required
        >
          <TextInput name="timezone" defaultValue={ownZone} maxLength={60} autoComplete="off" />
        </Field>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Create the seller
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}

export function InviteOwnerDialog({ seller: { slug, name }, onDone, onClose }: SellerDialogProps) {
  const toast = useToast();
  const { run, isBusy, failure, errorOf } = useAction(async (email: string) => {
    await callOffice(inviteFirstOwner, { slug, email });
    await onDone();
    onClose();
    toast({ text: `An invitation is on its way to ${email}.` });
  });
  return (
    <Dialog title={`Invite the first owner of ${name}`} onClose={onClose}>
      <p>The owner invites everybody else. The link works once, for 7 days.</p>
      <ActionForm
        label={`Invite the first owner of ${name}`}
        failure={failure}
        fields={["email"]}
        onSubmit={({ email = "" }) => run(email)}
      >
        <Field label="Email address" error={errorOf("email", "Enter an email address.")} required>
          <TextInput name="email" type="email" autoComplete="off" />
        </Field>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Send the invitation
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}

export function SuspendDialog({ seller: { slug, name }, onDone, onClose }: SellerDialogProps) {
  const toast = useToast();
  const { run, isBusy, failure, errorOf } = useAction(async (reason: string) => {
    await callOffice(suspendSeller, { slug, reason });
    await onDone();
    onClose();
    toast({ text: `${name} is suspended.` });
  });
  return (
    <Dialog title={`Suspend ${name}?`} onClose={onClose}>
      <p>
        Sales and membership renewals stop within two seconds. Orders stay open: tickets are valid, staff can work, and
        payments can be refunded. Payment plans continue.
      </p>
      <ActionForm
        label={`Suspend ${name}`}
        failure={failure}
        fields={["reason"]}
        onSubmit={({ reason = "" }) => run(reason)}
      >
        <AuditReason hint="Kept in the seller’s audit log." isMissing={errorOf("reason") !== undefined} />
        <SubmitActions onCancel={onClose} kind="danger" busy={isBusy}>
          Suspend
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
