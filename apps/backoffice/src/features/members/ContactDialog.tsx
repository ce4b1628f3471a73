import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  changeMemberContact,
  contactNames,
  listStatesForStaff,
  type ContactName,
} from "@foyer/contract/office/members/memberContact.ts";
import type { MemberPage } from "@foyer/contract/office/members/memberPage.ts";
import { countries } from "@foyer/rules/values/countries.ts";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { SentField } from "../../shared/Form.tsx";
import { MemberForm } from "./memberDialog.tsx";
import css from "./ContactDialog.module.css";

type ContactDialogProps = {
  readonly member: MemberPage;
  readonly contact: NonNullable<MemberPage["contact"]>;
  readonly slug: string;
  readonly onClose: () => void;
};

const countryNames = new Intl.DisplayNames(["en-GB"], { type: "region" });
const countryOptions = countries
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "en"));

const statesQuery = (slug: string, country: string) => ({
  queryKey: ["states", slug, country],
  queryFn: () => callOffice(listStatesForStaff, { country }, slug),
  enabled: /^[A-Z]{2}$/.test(country),
  staleTime: Infinity,
});

/** Corrects the telephone number and post address of an account, for example when a member calls or a card comes back. */
export function ContactDialog({ member, contact, slug, onClose }: ContactDialogProps) {
  const [typed, setTyped] = useState(contact);
  const { data } = useQuery(statesQuery(slug, typed.country));
  const states = data?.states ?? [];
  const text = (name: ContactName, label: string, more: Readonly<Record<string, string | number>> = {}) => (
    <SentField name={name} label={label}>
      <TextInput
        value={typed[name]}
        maxLength={254}
        autoComplete="off"
        {...more}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </SentField>
  );
  return (
    <MemberForm
      {...{ member, slug, onClose }}
      title="Correct telephone and address"
      verb="Save"
      done="Corrected."
      isReady={contactNames.some((name) => typed[name].trim() !== contact[name])}
      fields={contactNames}
      send={(reason) =>
        callOffice(changeMemberContact, { membership_id: member.id, version: member.version, ...typed, reason }, slug)
      }
    >
      {text("phone", "Telephone", { type: "tel", maxLength: 50 })}
      <SentField name="country" label="Country">
        <Select
          value={typed.country}
          placeholder="None"
          options={countryOptions}
          onChange={({ target }) => setTyped({ ...typed, country: target.value, state: "" })}
        />
      </SentField>
      {text("address", "Address")}
      {text("address_more", "Address, second line")}
      <div className={css.pair}>
        {text("city", "City")}
        {text("zip_code", "Postcode", { maxLength: 10 })}
      </div>
      {states.length > 0 ? (
        <SentField name="state" label="State">
          <Select
            value={typed.state}
            placeholder="None"
            options={states.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={({ target }) => setTyped({ ...typed, state: target.value })}
          />
        </SentField>
      ) : (
        text("region", "Region")
      )}
    </MemberForm>
  );
}
