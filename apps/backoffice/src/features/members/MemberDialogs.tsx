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
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberForm, type MemberDialogProps } from "./memberDialog.tsx";
import { MemberEmail, useMemberEmail } from "./MemberEmail.tsx";
import { formatCalendarDay, formatTermEnd } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

const noAddress = "Neither this card nor the holder of the membership has an email address, so no email is sent.";

/** The address of a card; undefined if it is not its own, and so is known by the preview. */
const addressOf = ({ term: { id, party }, member }: MemberDialogProps): string | undefined =>
  party.find((one) => one.id === id)?.email ?? member.email ?? undefined;

export function ResendMemberDialog(props: MemberDialogProps) {
  const { term, member, slug, onClose } = props;
  const choice = useEmailChoice();
  const preview = useMemberEmail(props, "resend");
  const own = addressOf(props);
  const to = preview.data ? preview.data.email?.to : own;
  const { sentence } = choice.sent.email ?? {};
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Send the card again"
      verb={to === undefined ? "Send" : `Send to ${to}`}
      done="The card is on its way."
      needsReason={false}
      isReady={preview.data?.email !== null}
      send={() => callOffice(resendMemberCard, { membership_id: term.id, ...(sentence && { sentence }) }, slug)}
    >
      <p>
        {own === undefined
          ? "This card has no email address. It goes to the holder of the membership."
          : "The email has the card's code, its number, and a PDF to print."}
      </p>
      <MemberEmail preview={preview} choice={choice} to={own} nobody={noAddress} isNeeded />
    </MemberForm>
  );
}

export function LostNumberDialog(props: MemberDialogProps) {
  const {
    term: { id, member_number },
    member,
    slug,
    onClose,
  } = props;
  const { version } = member;
  const choice = useEmailChoice();
  const preview = useMemberEmail(props, "replace_number");
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Replace the number"
      verb={`Replace ${member_number}`}
      done="The card has a new number."
      send={(reason) => callOffice(replaceMemberNumber, { membership_id: id, version, reason, ...choice.sent }, slug)}
    >
      <p>
        The card gets a new number and code. The old ones are refused at the gate and at the login, and anybody who is
        logged in with only the number is logged out.
      </p>
      <MemberEmail preview={preview} choice={choice} to={addressOf(props)} nobody={noAddress} />
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

export function CancelRenewalDialog(props: MemberDialogProps) {
  const {
    term: { id, renewal },
    member,
    slug,
    onClose,
  } = props;
  const { version } = member;
  const choice = useEmailChoice();
  const preview = useMemberEmail(props, "cancel_renewal");
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
      send={(reason) => callOffice(cancelMemberRenewal, { membership_id: id, version, reason, ...choice.sent }, slug)}
    >
      <p>
        {charge === undefined ? "Nothing more is charged." : `The charge of ${charge} will not be made.`} The term
        continues until its end. Only the payer can turn automatic renewal on again.
      </p>
      <MemberEmail
        preview={preview}
        choice={choice}
        to={renewal?.payer}
        nobody="The payer has no email address, so no email is sent."
      />
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
