import { useState } from "react";
import { changeMemberHolder } from "@foyer/contract/office/members/memberActions.ts";
import { previewHolderEmails } from "@foyer/contract/office/members/memberEmails.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberForm, type MemberDialogProps } from "./memberDialog.tsx";
import { AlsoSent, MemberEmail, useTypedEmail } from "./MemberEmail.tsx";
import recordCss from "../../shared/styles/Record.module.css";

/** Changes the person on a card, as far as its level asks for details. */
export function HolderDialog(props: MemberDialogProps) {
  const { term, member, slug, onClose } = props;
  const { id, party, asks, type, renewal } = term;
  const own = party.find((one) => one.id === id);
  const [name, setName] = useState(own?.name ?? "");
  const [email, setEmail] = useState(own?.email ?? "");
  const [isOther, setOther] = useState(false);
  const isMoved = email.trim().toLowerCase() !== (own?.email ?? "").toLowerCase();
  const isNew = isMoved || isOther;
  const isComplete = (asks.name !== "yes" || name.trim() !== "") && (asks.email !== "yes" || email.trim() !== "");
  const sent = {
    holder_name: asks.name === "no" ? null : name.trim() || null,
    holder_email: asks.email === "no" ? null : email.trim() || null,
    is_other_person: isOther,
  };
  const isReady = isComplete && (isNew || name.trim() !== (own?.name ?? ""));
  const choice = useEmailChoice();
  const preview = useTypedEmail(props, {
    sent,
    isReady: isReady && isNew,
    read: () => callOffice(previewHolderEmails, { membership_id: id, ...sent }, slug),
  });
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Change who is on the card"
      verb="Save"
      done={isNew ? "The card has a new number." : "The card is changed."}
      isReady={isReady}
      send={(reason) =>
        callOffice(
          changeMemberHolder,
          { membership_id: id, version: member.version, ...sent, reason, ...(isNew && choice.sent) },
          slug,
        )
      }
    >
      {asks.name !== "no" && (
        <Field label="Name" hint="First and last name" required={asks.name === "yes"}>
          <TextInput value={name} maxLength={101} onChange={({ target }) => setName(target.value)} />
        </Field>
      )}
      {asks.email !== "no" && (
        <Field label="Email address" required={asks.email === "yes"}>
          <TextInput type="email" value={email} maxLength={254} onChange={({ target }) => setEmail(target.value)} />
        </Field>
      )}
      {asks.email === "no" && <p className={recordCss.quiet}>{type} has no email address of its own.</p>}
      <Checkbox label="This is another person" checked={isOther} onChange={({ target }) => setOther(target.checked)} />
      <p className={recordCss.quiet} role="status">
        {isNew
          ? "The card gets a new number and code. The old ones are refused at the gate and at the login."
          : "The card keeps its number, and no email is sent."}
        {isOther && renewal?.state === "scheduled" && " Its automatic renewal is cancelled."}
      </p>
      {isNew && (
        <MemberEmail
          preview={preview}
          choice={choice}
          to={sent.holder_email}
          nobody="This card has no email address, so no email is sent."
          waiting="Its text is shown once everything is filled in."
        />
      )}
      {isNew && preview.data && <AlsoSent emails={preview.data.notices} />}
    </MemberForm>
  );
}
