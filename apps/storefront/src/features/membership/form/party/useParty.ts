import { useState } from "react";
import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import {
  moveParty,
  partyMembers,
  partyProblems,
  attendeeFor,
  type LevelOption,
  type PartyProblem,
  type PartyInput,
} from "@foyer/rules/membership/party/partyForm.ts";
import { useMembershipText } from "../../useMembershipText.ts";

const fieldOf = (key: string, field: keyof Attendee): string => `${key}:${field}`;
const noFields: ReadonlySet<string> = new Set();

export type Party = {
  readonly typed: PartyInput;
  readonly problems: readonly PartyProblem[];
  /** The error message of a field. */
  readonly errorOf: (key: string, field: keyof Attendee) => string | undefined;
  readonly setCount: (ticket_type_id: string, count: number) => void;
  readonly setField: (key: string, field: keyof Attendee, text: string) => void;
  /** Replaces the entered values. */
  readonly reset: (typed: PartyInput) => void;
  /** Moves the people to another level, as far as it has the same roles. */
  readonly changeLevel: (to: LevelOption) => void;
  /** Shows the current problems at their fields. */
  readonly showProblems: () => void;
  /** Shows a refusal at the person whom it concerns. False if it concerns nobody. */
  readonly showRefusal: (refused: PersonRefusal) => boolean;
};
/** A refusal whose extra names the person and the fields. */
export type PersonRefusal = {
  readonly description: string;
  readonly extra: { readonly ticket_type_id?: unknown; readonly index?: unknown; readonly fields?: unknown };
};

/** The members of a membership, as entered. */
export const useParty = (level: LevelOption | undefined, initial: PartyInput): Party => {
  const t = useMembershipText();
  const [typed, setTyped] = useState(initial);
  const [flagged, setFlagged] = useState(noFields);
  const [refusal, setRefusal] = useState<{ readonly field: string; readonly text: string }>();
  const members = level ? partyMembers(level, typed.counts) : [];
  const problems = partyProblems(members, typed);
  return {
    typed,
    problems,
    errorOf: (key, field) => {
      const name = fieldOf(key, field);
      if (refusal?.field === name) return refusal.text;
      const problem = flagged.has(name) && problems.find((one) => one.key === key && one.field === field);
      return problem ? t(`membership.${problem.message}`) : undefined;
    },
    setCount: (ticket_type_id, count) =>
      setTyped((before) => ({ ...before, counts: { ...before.counts, [ticket_type_id]: count } })),
    setField: (key, field, text) => {
      setRefusal(undefined);
      setTyped((before) => ({
        ...before,
        people: { ...before.people, [key]: { ...attendeeFor(before, key), [field]: text } },
      }));
    },
    reset: setTyped,
    changeLevel: (to) => setTyped((before) => moveParty(level, to, before)),
    // Only the current problems: people added later start without errors.
    showProblems: () => {
      setRefusal(undefined);
      setFlagged(new Set(problems.map(({ key, field }) => fieldOf(key, field))));
    },
    showRefusal: ({ description, extra }) => {
      const { ticket_type_id, index, fields } = extra;
      if (typeof ticket_type_id !== "string" || typeof index !== "number" || !Array.isArray(fields)) return false;
      const member = members.find(({ key }) => key === `${ticket_type_id}:${index}`);
      if (!member) return false;
      setRefusal({
        field: fieldOf(member.key, fields.includes("admit_emails") ? "email" : "first"),
        text: description,
      });
      return true;
    },
  };
};
