import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import {
  membershipChanges,
  attendeeOf,
  memberFields,
  partyProblems,
  type PartyProblem,
} from "@foyer/rules/membership/partyForm.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { membershipDetailsStrings } from "./membershipDetails.strings.ts";
import css from "./MemberCard.module.css";
import { membershipRulesQuery, useChangeMembership } from "../membership.queries.ts";
import fields from "../form/PartyFields.module.css";
import { PersonFields } from "../form/PersonFields.tsx";
import { useRoleName } from "../useRoleName.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type EditMembersProps = {
  /** The members who may be changed. */
  readonly party: readonly Membership[];
  readonly onCancel: () => void;
  readonly onSaved: () => void;
};

const noProblems: readonly PartyProblem[] = [];

/** A form for the names and e-mail addresses of a membership's members, as far as its rules ask for them. */
export function EditMembers({ party, onCancel, onSaved }: EditMembersProps) {
  const t = useText(membershipDetailsStrings);
  const roleName = useRoleName();
  const membershipText = useMembershipText();
  const shared = useText(sharedStrings);
  const { data } = useQuery(membershipRulesQuery([...new Set(party.map(({ ticket_type_id }) => ticket_type_id))]));
  const rules = data?.membership_rules._data ?? [];
  const [typed, setTyped] = useState(() => Object.fromEntries(party.map((one) => [one.id, attendeeOf(one)])));
  const [shownProblems, setShownProblems] = useState(noProblems);
  const [failure, setFailure] = useState<string>();
  const change = useChangeMembership();
  const form = useRef<HTMLFormElement>(null);
  const leadToError = useFocusFirstError(() => form.current);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const members = party.map((one) => ({
    key: one.id,
    fields: memberFields(rules.find(({ ticket_type_id }) => ticket_type_id === one.ticket_type_id)),
  }));
  const save = async (): Promise<void> => {
    try {
      // One after the other, because each reply contains all memberships.
      for (const one of party) {
        const changes = membershipChanges(one, typed[one.id] ?? attendeeOf(one));
        if (changes) await change.mutateAsync({ membership_id: one.id, ...changes });
      }
      onSaved();
    } catch (error) {
      setFailure(error instanceof Refused && error.status < 500 ? error.description : shared("error.generic"));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const problems = partyProblems(members, { counts: {}, people: typed });
    setShownProblems(problems);
    setFailure(undefined);
    if (problems.length > 0) return leadToError();
    void save();
  };
  const setField = (key: string, field: keyof Attendee, text: string) => {
    setShownProblems((before) => before.filter((one) => one.key !== key || one.field !== field));
    setTyped((before) => ({
      ...before,
      [key]: { ...(before[key] ?? { first: "", last: "", email: "" }), [field]: text },
    }));
  };

  return (
    <form ref={form} className={css.edit} aria-label={t("member.edit.title")} noValidate onSubmit={onSubmit}>
      <h3>{t("member.edit.title")}</h3>
      {party.map((one, index) => {
        const person = typed[one.id] ?? attendeeOf(one);
        const name = one.holder_name ?? t("member.party.unnamed", { role: roleName(one.party_role) });
        return (
          <fieldset key={one.id} className={fields.person}>
            <legend className={fields.legend}>{name}</legend>
            <PersonFields
              id={one.id}
              name={name}
              requirements={members[index]?.fields ?? memberFields(undefined)}
              person={person}
              errorOf={(field) => {
                const problem = shownProblems.find((found) => found.key === one.id && found.field === field);
                return problem && membershipText(`membership.${problem.message}`);
              }}
              onChange={(field, text) => setField(one.id, field, text)}
            />
          </fieldset>
        );
      })}
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.actions}>
        <Button kind="primary" type="submit" busy={change.isPending}>
          {t("member.edit.save")}
        </Button>
        <Button onClick={onCancel}>{t("member.edit.cancel")}</Button>
      </div>
    </form>
  );
}
