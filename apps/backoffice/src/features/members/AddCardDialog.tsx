import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { addMemberCard } from "@foyer/contract/office/members/memberActions.ts";
import { previewAddedCardEmail } from "@foyer/contract/office/members/memberEmails.ts";
import type { LevelOfMembers } from "@foyer/contract/office/members/memberList.ts";
import type { MemberOfParty } from "@foyer/contract/office/members/memberPage.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { MemberForm, type MemberDialogProps } from "./memberDialog.tsx";
import { MemberEmail, useTypedEmail } from "./MemberEmail.tsx";
import { memberLevelsQuery } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

type Place = LevelOfMembers["types"][number];

const freeOf = ({ name, max }: Place, party: readonly MemberOfParty[]): number =>
  Math.max(0, max - party.filter(({ type, state }) => type === name && state === "active").length);
const isFree = (place: Place, party: readonly MemberOfParty[]): boolean =>
  Number(place.price) === 0 && freeOf(place, party) > 0;

const hintOf = (place: Place, party: readonly MemberOfParty[]): string => {
  const free = freeOf(place, party);
  if (free === 0) return `All ${place.max} taken`;
  const places = `${free} of ${place.max} free`;
  return Number(place.price) === 0
    ? places
    : `${places}, for ${formatMoney(place.price, place.currency)}: sell it with the next renewal`;
};

/** Adds a person in a free place of the level that has no price. */
export function AddCardDialog(props: MemberDialogProps) {
  const { term, member, slug, onClose } = props;
  const { id, level, level_id, party } = term;
  const query = useQuery(memberLevelsQuery(slug));
  const { data } = query;
  const places = data?.levels.find((one) => one.id === level_id)?.types ?? [];
  const possible = places.filter((place) => isFree(place, party));
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const place = possible.find((one) => one.id === chosen) ?? (possible.length === 1 ? possible[0] : undefined);
  const isComplete =
    place !== undefined &&
    (place.named !== "yes" || name.trim() !== "") &&
    (place.emailed !== "yes" || email.trim() !== "");
  const sent = {
    ticket_type_id: place?.id ?? "",
    holder_name: place?.named === "no" ? null : name.trim() || null,
    holder_email: place?.emailed === "no" ? null : email.trim() || null,
  };
  const choice = useEmailChoice();
  const preview = useTypedEmail(props, {
    sent,
    isReady: isComplete,
    read: () => callOffice(previewAddedCardEmail, { membership_id: id, ...sent }, slug),
  });
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title={`Add somebody to ${level}`}
      verb="Add"
      done="The card is added."
      isReady={isComplete}
      send={(reason) =>
        callOffice(addMemberCard, { membership_id: id, version: member.version, ...sent, reason, ...choice.sent }, slug)
      }
    >
      <LoadState query={query} skeleton="tile" />
      {data && possible.length === 0 && <p>{level} has no place left that is free of charge.</p>}
      {places.length > 0 && (
        <RadioGroup
          legend="Place"
          value={place?.id}
          onChange={setChosen}
          options={places.map((one) => ({
            value: one.id,
            label: one.name,
            hint: hintOf(one, party),
            disabled: !isFree(one, party),
          }))}
        />
      )}
      {place && (
        <div className={recordCss.pair}>
          {place.named !== "no" && (
            <Field label="Name" required={place.named === "yes"}>
              <TextInput value={name} maxLength={101} onChange={({ target }) => setName(target.value)} />
            </Field>
          )}
          {place.emailed !== "no" && (
            <Field label="Email address" required={place.emailed === "yes"}>
              <TextInput type="email" value={email} maxLength={254} onChange={({ target }) => setEmail(target.value)} />
            </Field>
          )}
        </div>
      )}
      {place && (
        <>
          <p className={recordCss.quiet}>
            The card has the term of the others. Without an email address of its own, it is sent to the holder of the
            membership.
          </p>
          <MemberEmail
            preview={preview}
            choice={choice}
            to={sent.holder_email ?? undefined}
            nobody="Neither this card nor the holder of the membership has an email address, so no email is sent."
            waiting="Its text is shown once everything is filled in."
          />
        </>
      )}
    </MemberForm>
  );
}
