import type { Attendee } from "@foyer/rules/attendees.ts";
import { fromWire } from "@foyer/rules/money.ts";
import {
  countAsk,
  countOf,
  isAskedAbout,
  partyLimits,
  partyMembers,
  personOf,
  type Level,
  type PartyMember,
  type PartyType,
} from "@foyer/rules/membershipForm.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { RadioGroup } from "@foyer/ui/RadioGroup.tsx";
import { Select } from "@foyer/ui/Select.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { useSeller } from "../../shared/seller.tsx";
import { useLevelWords } from "./levelWords.ts";
import css from "./PartyFields.module.css";
import { personWiring } from "./personWiring.ts";
import type { Party } from "./useParty.ts";
import { useMembershipText } from "./useMembershipText.ts";

/** Is there anything to say about who stands on a level? */
export const asksParty = (level: Level, counts: Party["typed"]["counts"]): boolean =>
  level.party.some(({ rule }) => countAsk(rule) !== "none") || partyMembers(level, counts).some(isAskedAbout);

/** Who stands on the membership: how many of each kind, and their names. */
export function PartyFields({ level, party }: { readonly level: Level; readonly party: Party }) {
  return (
    <div className={css.party}>
      {level.party.map((one) => (
        <div key={one.type.id} className={css.kind}>
          <Count one={one} party={party} />
          {partyMembers({ party: [one] }, party.typed.counts)
            .filter(isAskedAbout)
            .map((member) => (
              <Person key={member.key} member={member} party={party} />
            ))}
        </div>
      ))}
    </div>
  );
}

function Count({ one, party }: { readonly one: PartyType; readonly party: Party }) {
  const t = useMembershipText();
  const words = useLevelWords();
  const { default_currency_code: currency } = useSeller();
  const { type, rule } = one;
  const ask = countAsk(rule);
  const { min, max } = partyLimits(rule);
  const count = countOf(one, party.typed.counts);
  const each = fromWire(type.discounted_amount, currency) ?? 0;
  if (ask === "none") return null;
  if (ask === "yes_no")
    return (
      <RadioGroup
        legend={
          each === 0
            ? t("membership.members.add", { name: type.name })
            : t("membership.members.add.price", { name: type.name, price: words.price(each) })
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
        hint={each === 0 ? undefined : t("membership.party.each", { price: words.price(each) })}
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

function Person({ member, party }: { readonly member: PartyMember; readonly party: Party }) {
  const t = useMembershipText();
  const { key, type_name, number, ask } = member;
  const name = number === null ? type_name : t("membership.member", { name: type_name, number });
  const person = personOf(party.typed, key);
  const asked = { first: ask.names, last: ask.names, email: ask.emails } as const satisfies Record<
    keyof Attendee,
    unknown
  >;
  return (
    <fieldset className={css.person}>
      <legend className={css.legend}>{name}</legend>
      {(["first", "last", "email"] as const)
        .filter((field) => asked[field] !== "hidden")
        .map((field) => (
          <div key={field} className={css[field]}>
            <Field
              label={
                <>
                  <VisuallyHidden>{t("membership.of", { member: name })}</VisuallyHidden>
                  {t(`membership.${field}`)}
                </>
              }
              required={asked[field] === "required"}
              optional={asked[field] === "optional" && t("membership.optional")}
              error={party.said(key, field)}
            >
              <TextInput
                {...personWiring(field, key)}
                value={person[field]}
                onChange={(event) => party.type(key, field, event.target.value)}
              />
            </Field>
          </div>
        ))}
    </fieldset>
  );
}
