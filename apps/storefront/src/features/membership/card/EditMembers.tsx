import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Membership, MembershipRule } from "@foyer/contract/shop/membership.ts";
import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import {
  membershipChanges,
  attendeeOf,
  memberFields,
  partyProblems,
  type PartyProblem,
} from "@foyer/rules/membership/party/partyForm.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { membershipDetailsStrings } from "./membershipDetails.strings.ts";
import css from "./MemberCard.module.css";
import { membershipRulesQuery, useChangeMembership } from "../membership.queries.ts";
import fields from "../form/party/PartyFields.module.css";
import { PersonFields } from "../form/party/PersonFields.tsx";
import { useRoleName } from "../useRoleName.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type EditMembersProps = {
  /** The members whose details can be changed. */
  readonly party: readonly Membership[];
  readonly onCancel: () => void;
  readonly onSaved: () => void;
};

const noProblems: readonly PartyProblem[] = [];

type MemberEdits = {
  readonly party: readonly Membership[];
  readonly rules: readonly MembershipRule[];
  readonly onSaved: () => void;
  readonly focusError: () => void;
};

/** The entered members, their problems, and how to save them. */
const useMemberEdits = ({ party, rules, onSaved, focusError }: MemberEdits) => {
  const membershipText = useMembershipText();
  const shared = useText(sharedStrings);
  const [typed, setTyped] = useState(() => Object.fromEntries(party.map((one) => [one.id, attendeeOf(one)])));
  const [shownProblems, setShownProblems] = useState(noProblems);
  const [failure, setFailure] = useState<string>();
  const change = useChangeMembership();
  const attendee = (one: Membership): Attendee => typed[one.id] ?? attendeeOf(one);
  const requirementsOf = ({ ticket_type_id }: Membership) =>
    memberFields(rules.find((rule) => rule.ticket_type_id === ticket_type_id));

  const save = async (): Promise<void> => {
    try {
      // One after another, because each reply contains all memberships.
      for (const one of party) {
        const changes = membershipChanges(one, attendee(one));
        if (changes) await change.mutateAsync({ membership_id: one.id, ...changes });
      }
      onSaved();
    } catch (error) {
      setFailure(error instanceof Refused && error.status < 500 ? error.description : failureText(shared));
    }
  };
  return {
    attendee,
    requirementsOf,
    failure,
    isSaving: change.isPending,
    errorOf: (key: string, field: keyof Attendee): string | undefined => {
      const problem = shownProblems.find((found) => found.key === key && found.field === field);
      return problem && membershipText(`membership.${problem.message}`);
    },
    setField: (one: Membership, field: keyof Attendee, text: string): void => {
      setShownProblems((before) => before.filter(({ key, field: name }) => key !== one.id || name !== field));
      setTyped((before) => ({ ...before, [one.id]: { ...(before[one.id] ?? attendeeOf(one)), [field]: text } }));
    },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (change.isPending) return;
      const members = party.map((one) => ({ key: one.id, fields: requirementsOf(one) }));
      const problems = partyProblems(members, { counts: {}, people: typed });
      setShownProblems(problems);
      setFailure(undefined);
      if (problems.length > 0) return focusError();
      void save();
    },
  };
};

/** A form for the names and e-mail addresses of a membership's members, as far as the level's rules ask for them. */
export function EditMembers(props: EditMembersProps) {
  const shared = useText(sharedStrings);
  const types = [...new Set(props.party.map(({ ticket_type_id }) => ticket_type_id))];
  const { data, error } = useQuery(membershipRulesQuery(types));
  if (error) return <Banner tone="error">{failureText(shared)}</Banner>;
  // Without the rules, every field would seem to be required.
  if (!data) return <Skeleton shape="control" count={2 * props.party.length} />;
  return <EditForm {...props} rules={data.membership_rules._data} />;
}

function EditForm({
  party,
  rules,
  onCancel,
  onSaved,
}: EditMembersProps & { readonly rules: readonly MembershipRule[] }) {
  const t = useText(membershipDetailsStrings);
  const roleName = useRoleName();
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const { failure, isSaving, submit, ...edits } = useMemberEdits({ party, rules, onSaved, focusError });
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, []);

  return (
    <form ref={form} className={css.edit} aria-label={t("member.edit.title")} noValidate onSubmit={submit}>
      <h3>{t("member.edit.title")}</h3>
      {party.map((one) => {
        const name = one.holder_name ?? t("member.party.unnamed", { role: roleName(one.party_role) });
        return (
          <fieldset key={one.id} className={fields.person}>
            <legend className={fields.legend}>{name}</legend>
            <PersonFields
              id={one.id}
              name={name}
              requirements={edits.requirementsOf(one)}
              person={edits.attendee(one)}
              errorOf={(field) => edits.errorOf(one.id, field)}
              onChange={(field, text) => edits.setField(one, field, text)}
            />
          </fieldset>
        );
      })}
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.actions}>
        <Button kind="primary" type="submit" busy={isSaving}>
          {t("member.edit.save")}
        </Button>
        <Button onClick={onCancel}>{t("member.edit.cancel")}</Button>
      </div>
    </form>
  );
}
