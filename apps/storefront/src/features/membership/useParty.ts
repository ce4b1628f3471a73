import { useState } from "react";
import type { Attendee } from "@foyer/rules/attendees.ts";
import {
  movedParty,
  partyMembers,
  partyProblems,
  personOf,
  type Level,
  type PartyProblem,
  type PartyTyped,
} from "@foyer/rules/membershipForm.ts";
import { useMembershipText } from "./useMembershipText.ts";

const fieldOf = (key: string, field: keyof Attendee): string => `${key}:${field}`;
const nothingSaid: ReadonlySet<string> = new Set();

export type Party = {
  readonly typed: PartyTyped;
  readonly problems: readonly PartyProblem[];
  /** What is said beside a field. */
  readonly said: (key: string, field: keyof Attendee) => string | undefined;
  readonly setCount: (ticket_type_id: string, count: number) => void;
  readonly type: (key: string, field: keyof Attendee, text: string) => void;
  /** Begins with what is known. */
  readonly begin: (typed: PartyTyped) => void;
  /** Another level: its people are the same, as far as they have the same roles. */
  readonly move: (to: Level) => void;
  /** The form is sent: from now on what is wrong is said beside its field. */
  readonly say: () => void;
  /** True when a refusal is about one of the people: it is said there. */
  readonly refuse: (refused: RefusedPerson) => boolean;
};
/** What the server's extra says of where it is at fault. */
export type RefusedPerson = {
  readonly description: string;
  readonly extra: { readonly ticket_type_id?: unknown; readonly place?: unknown; readonly fields?: unknown };
};

/** Who stands on a membership, as they are typed. */
export const useParty = (level: Level | undefined, begin: PartyTyped): Party => {
  const t = useMembershipText();
  const [typed, setTyped] = useState(begin);
  const [blamed, setBlamed] = useState(nothingSaid);
  const [refused, setRefused] = useState<{ readonly field: string; readonly text: string }>();
  const members = level ? partyMembers(level, typed.counts) : [];
  const problems = partyProblems(members, typed);
  return {
    typed,
    problems,
    said: (key, field) => {
      const name = fieldOf(key, field);
      if (refused?.field === name) return refused.text;
      const problem = blamed.has(name) && problems.find((one) => one.key === key && one.field === field);
      return problem ? t(`membership.${problem.message}`) : undefined;
    },
    setCount: (ticket_type_id, count) =>
      setTyped((before) => ({ ...before, counts: { ...before.counts, [ticket_type_id]: count } })),
    type: (key, field, text) => {
      setRefused(undefined);
      setTyped((before) => ({
        ...before,
        people: { ...before.people, [key]: { ...personOf(before, key), [field]: text } },
      }));
    },
    begin: setTyped,
    move: (to) => setTyped((before) => movedParty(level, to, before)),
    // Somebody who comes later is not blamed before they were seen.
    say: () => {
      setRefused(undefined);
      setBlamed(new Set(problems.map(({ key, field }) => fieldOf(key, field))));
    },
    refuse: ({ description, extra }) => {
      const { ticket_type_id, place, fields } = extra;
      if (typeof ticket_type_id !== "string" || typeof place !== "number" || !Array.isArray(fields)) return false;
      const member = members.find(({ key }) => key === `${ticket_type_id}:${place}`);
      if (!member) return false;
      setRefused({
        field: fieldOf(member.key, fields.includes("admit_emails") ? "email" : "first"),
        text: description,
      });
      return true;
    },
  };
};
