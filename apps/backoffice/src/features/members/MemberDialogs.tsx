import { useState } from "react";
import {
  cancelMemberRenewal,
  lengthenMember,
  maxAddedDays,
  replaceMemberNumber,
  resendMemberCard,
} from "@foyer/contract/office/members/memberActions.ts";
import { markPlasticCards } from "@foyer/contract/office/members/plasticCards.ts";
import { lengthenedEnd } from "@foyer/rules/membership/term.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { count, formatMoney } from "../../shared/format/format.ts";
import { MemberForm, type MemberDialogProps } from "./memberDialog.tsx";
import { formatCalendarDay, formatTermEnd } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

export function ResendMemberDialog({ term: { id, party }, member, slug, onClose }: MemberDialogProps) {
  const address = party.find((one) => one.id === id)?.email ?? member.email;
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Send the card again"
      verb={address === null ? "Send" : `Send to ${address}`}
      done="The card is on its way."
      needsReason={false}
      send={() => callOffice(resendMemberCard, { membership_id: id }, slug)}
    >
      <p>
        {address === null
          ? "This card has no email address. It goes to the holder of the membership."
          : "The email has the card's code, its number, and a PDF to print."}
      </p>
    </MemberForm>
  );
}

export function LostNumberDialog({ term: { id, member_number }, member, slug, onClose }: MemberDialogProps) {
  const { version } = member;
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Replace the number"
      verb={`Replace ${member_number}`}
      done="The card has a new number."
      send={(reason) => callOffice(replaceMemberNumber, { membership_id: id, version, reason }, slug)}
    >
      <p>
        The card gets a new number and code, and is sent by email. The old ones are refused at the gate and at the
        login, and anybody who is logged in with only the number is logged out.
      </p>
    </MemberForm>
  );
}

export function CardBackDialog({ term: { id, member_number }, member, slug, onClose }: MemberDialogProps) {
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Mark the card as returned"
      verb="Mark as returned"
      done="The card is listed to be sent again."
      needsReason={false}
      send={() => callOffice(markPlasticCards, { as: "returned", cards: [{ membership_id: id, member_number }] }, slug)}
    >
      <p>The number stays valid. Check the address before you send the card again.</p>
    </MemberForm>
  );
}

export function CancelRenewalDialog({ term: { id, renewal }, member, slug, onClose }: MemberDialogProps) {
  const { version } = member;
  const charge =
    renewal && renewal.amount !== null && renewal.charge_on !== null
      ? `${formatMoney(renewal.amount, renewal.currency)} on ${formatCalendarDay(renewal.charge_on)}`
      : undefined;
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Cancel the renewal"
      verb="Cancel the renewal"
      done="The renewal is cancelled."
      isDestructive
      send={(reason) => callOffice(cancelMemberRenewal, { membership_id: id, version, reason }, slug)}
    >
      <p>
        {charge === undefined ? "Nothing more is charged." : `The charge of ${charge} will not be made.`} The term
        continues until its end. The payer gets an email, and only they can turn automatic renewal on again.
      </p>
    </MemberForm>
  );
}

export function LengthenDialog({ term: { id, valid_to, party }, member, slug, onClose }: MemberDialogProps) {
  const { version, timezone } = member;
  const [typed, setTyped] = useState("30");
  const days = Number(typed);
  const isReady = Number.isInteger(days) && days >= 1 && days <= maxAddedDays && valid_to !== null;
  const end = isReady ? formatTermEnd(lengthenedEnd(valid_to, days, timezone), timezone) : undefined;
  const people = party.filter(({ state }) => state !== "cancelled").length;
  return (
    <MemberForm
      {...{ member, slug, onClose, isReady }}
      title="Lengthen the term"
      verb={end === undefined ? "Lengthen" : `Lengthen until ${end}`}
      done="The term is lengthened."
      send={(reason) => callOffice(lengthenMember, { membership_id: id, version, days, reason }, slug)}
    >
      <Field label="Days" hint={`It ends on ${formatTermEnd(valid_to, timezone)}.`} required>
        <TextInput inputMode="numeric" value={typed} onChange={({ target }) => setTyped(target.value.trim())} />
      </Field>
      <p className={recordCss.quiet} role="status">
        {count(people, "card")}
        {end !== undefined && `, until ${end}. The automatic renewal moves with it.`}
      </p>
    </MemberForm>
  );
}
