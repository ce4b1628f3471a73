import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Membership } from "@foyer/contract/membership.ts";
import type { Attendee } from "@foyer/rules/attendees.ts";
import { editedMember, heldPerson, memberAsk, partyProblems, type PartyProblem } from "@foyer/rules/membershipForm.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { Refused } from "../../api/call.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useLeadToError } from "../reserve/useLeadToError.ts";
import { detailsStrings } from "./details.strings.ts";
import css from "./MemberCard.module.css";
import { rulesQuery, useChangeMembership } from "./membership.queries.ts";
import fields from "./PartyFields.module.css";
import { personWiring } from "./personWiring.ts";
import { useRoleWord } from "./roleWords.ts";
import { useMembershipText } from "./useMembershipText.ts";

export type EditMembersProps = {
  /** Those who may be changed. */
  readonly party: readonly Membership[];
  readonly onCancel: () => void;
  readonly onSaved: () => void;
};

const noProblems: readonly PartyProblem[] = [];

/** Names and addresses of those on a membership, within its rules (requirements OPEN-59). */
export function EditMembers({ party, onCancel, onSaved }: EditMembersProps) {
  const t = useText(detailsStrings);
  const roleWord = useRoleWord();
  const words = useMembershipText();
  const shared = useText(sharedStrings);
  const { data } = useQuery(rulesQuery([...new Set(party.map(({ ticket_type_id }) => ticket_type_id))]));
  const rules = data?.membership_rules._data ?? [];
  const [typed, setTyped] = useState(() => Object.fromEntries(party.map((one) => [one.id, heldPerson(one)])));
  const [said, setSaid] = useState(noProblems);
  const [failed, setFailed] = useState<string>();
  const change = useChangeMembership();
  const form = useRef<HTMLFormElement>(null);
  const leadToError = useLeadToError(() => form.current);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const members = party.map((one) => ({
    key: one.id,
    ask: memberAsk(rules.find(({ ticket_type_id }) => ticket_type_id === one.ticket_type_id)),
  }));
  const save = async (): Promise<void> => {
    try {
      // One after the other: each answers with the whole.
      for (const one of party) {
        const sent = editedMember(one, typed[one.id] ?? heldPerson(one));
        if (sent) await change.mutateAsync({ membership_id: one.id, ...sent });
      }
      onSaved();
    } catch (error) {
      setFailed(error instanceof Refused && error.status < 500 ? error.description : shared("error.generic"));
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const problems = partyProblems(members, { counts: {}, people: typed });
    setSaid(problems);
    setFailed(undefined);
    if (problems.length > 0) return leadToError();
    void save();
  };
  const type = (key: string, field: keyof Attendee, text: string) => {
    setSaid((before) => before.filter((one) => one.key !== key || one.field !== field));
    setTyped((before) => ({
      ...before,
      [key]: { ...(before[key] ?? { first: "", last: "", email: "" }), [field]: text },
    }));
  };

  return (
    <form ref={form} className={css.edit} aria-label={t("member.edit.title")} noValidate onSubmit={onSubmit}>
      <h3>{t("member.edit.title")}</h3>
      {party.map((one, index) => {
        const person = typed[one.id] ?? heldPerson(one);
        const ask = members[index]?.ask ?? memberAsk(undefined);
        const asked = { first: ask.names, last: ask.names, email: ask.emails };
        const name = one.holder_name ?? t("member.party.unnamed", { role: roleWord(one.party_role) });
        return (
          <fieldset key={one.id} className={fields.person}>
            <legend className={fields.legend}>{name}</legend>
            {(["first", "last", "email"] as const)
              .filter((field) => asked[field] !== "hidden")
              .map((field) => {
                const problem = said.find((found) => found.key === one.id && found.field === field);
                return (
                  <div key={field} className={fields[field]}>
                    <Field
                      label={
                        <>
                          <VisuallyHidden>{words("membership.of", { member: name })}</VisuallyHidden>
                          {words(`membership.${field}`)}
                        </>
                      }
                      required={asked[field] === "required"}
                      optional={asked[field] === "optional" && words("membership.optional")}
                      error={problem && words(`membership.${problem.message}`)}
                    >
                      <TextInput
                        {...personWiring(field, one.id)}
                        value={person[field]}
                        onChange={(event) => type(one.id, field, event.target.value)}
                      />
                    </Field>
                  </div>
                );
              })}
          </fieldset>
        );
      })}
      {failed && <Banner tone="error">{failed}</Banner>}
      <div className={css.actions}>
        <Button kind="primary" type="submit" busy={change.isPending}>
          {t("member.edit.save")}
        </Button>
        <Button onClick={onCancel}>{t("member.edit.cancel")}</Button>
      </div>
    </form>
  );
}
