import { fromDecimal } from "@foyer/rules/values/money.ts";
import {
  countControl,
  partyCount,
  hasAttendeeFields,
  partyLimits,
  partyMembers,
  attendeeFor,
  type LevelOption,
  type PartyFormMember,
  type PartyTypeOption,
} from "@foyer/rules/membership/party/partyForm.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useSeller } from "../../../../shared/seller/seller.tsx";
import { useLevelTexts } from "../useLevelTexts.ts";
import css from "./PartyFields.module.css";
import { PersonFields } from "./PersonFields.tsx";
import type { Party } from "./useParty.ts";
import { useMembershipText } from "../../useMembershipText.ts";

/** Whether a level asks anything about its members. */
export const hasPartyQuestions = (level: LevelOption, counts: Party["typed"]["counts"]): boolean =>
  level.party.some(({ rule }) => countControl(rule) !== "none") || partyMembers(level, counts).some(hasAttendeeFields);

/** The members of a membership: the number of each type, and their names. */
export function PartyFields({ level, party }: { readonly level: LevelOption; readonly party: Party }) {
  return (
    <div className={css.party}>
      {level.party.map((one) => (
        <div key={one.type.id} className={css.kind}>
          <MemberCount one={one} party={party} />
          {partyMembers({ party: [one] }, party.typed.counts)
            .filter(hasAttendeeFields)
            .map((member) => (
              <MemberFields key={member.key} member={member} party={party} />
            ))}
        </div>
      ))}
    </div>
  );
}

function MemberCount({ one, party }: { readonly one: PartyTypeOption; readonly party: Party }) {
  const t = useMembershipText();
  const levelTexts = useLevelTexts();
  const { default_currency_code: currency } = useSeller();
  const { type, rule } = one;
  const ask = countControl(rule);
  const { min, max } = partyLimits(rule);
  const count = partyCount(one, party.typed.counts);
  const unitPrice = fromDecimal(type.discounted_amount, currency) ?? 0;
  if (ask === "none") return null;
  if (ask === "yes_no")
    return (
      <RadioGroup
        legend={
          unitPrice === 0
            ? t("membership.members.add", { name: type.name })
            : t("membership.members.add.price", { name: type.name, price: levelTexts.price(unitPrice) })
        }
        options={[
          { value: "0", label: t("membership.members.no") },
          { value: "1", label: t("membership.members.yes") },
        ]}
        value={String(count)}
        onChange={(value) => party.setCount(type.id, Number(value))}
      />
    );
  return (
    <div className={css.count}>
      <Field
        label={t("membership.members.count", { name: type.name })}
        hint={unitPrice === 0 ? undefined : t("membership.party.each", { price: levelTexts.price(unitPrice) })}
      >
        <Select
          options={Array.from({ length: max - min + 1 }, (_, index) => ({
            value: String(min + index),
            label: String(min + index),
          }))}
          value={String(count)}
          onChange={(event) => party.setCount(type.id, Number(event.target.value))}
        />
      </Field>
    </div>
  );
}

function MemberFields({ member, party }: { readonly member: PartyFormMember; readonly party: Party }) {
  const t = useMembershipText();
  const { key, type_name, number, fields } = member;
  const name = number === null ? type_name : t("membership.member", { name: type_name, number });
  return (
    <fieldset className={css.person}>
      <legend className={css.legend}>{name}</legend>
      <PersonFields
        id={key}
        name={name}
        requirements={fields}
        person={attendeeFor(party.typed, key)}
        errorOf={(field) => party.errorOf(key, field)}
        onChange={(field, text) => party.setField(key, field, text)}
      />
    </fieldset>
  );
}
