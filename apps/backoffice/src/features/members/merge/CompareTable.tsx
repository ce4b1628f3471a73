import type { ReactNode } from "react";
import type { ComparedPerson, MergeComparison } from "@foyer/contract/office/members/mergePersons.ts";
import {
  isChoosable,
  mergeFields,
  type MergeChoice,
  type MergeField,
  type MergeSide,
} from "@foyer/rules/membership/party/mergePersons.ts";
import { loginOf, sidesOf } from "./mergeQueries.ts";
import css from "./Merge.module.css";

const fieldNames: Readonly<Record<MergeField, string>> = {
  name: "Name",
  email: "Email",
  phone: "Telephone",
  address: "Address",
};
const countRows = [
  ["memberships", "Memberships"],
  ["orders", "Orders"],
  ["gift_cards", "Gift cards"],
  ["notes", "Notes"],
  ["renewals", "Automatic renewals"],
] as const;
const sides = ["one", "other"] as const satisfies readonly MergeSide[];

export type CompareTableProps = {
  readonly comparison: MergeComparison;
  /** The person to keep; undefined if the two cannot be merged. */
  readonly keep: MergeSide | undefined;
  readonly choice: MergeChoice | undefined;
  readonly onKeep: (side: MergeSide) => void;
  readonly onChoose: (field: MergeField, from: MergeSide) => void;
};

/** Compares two persons: who is kept, whose value of each field, and what belongs to each. */
export function CompareTable({ comparison, keep, choice, onKeep, onChoose }: CompareTableProps) {
  const persons = [comparison.one, comparison.other] as const;
  return (
    <table className={css.table} aria-label="The two persons side by side">
      <thead>
        <tr>
          <td />
          <th scope="col">This person</th>
          <th scope="col">The other one</th>
        </tr>
      </thead>
      <tbody>
        <Row label="Kept">
          {sides.map((side, nth) => (
            <Choice
              key={side}
              name="keep"
              label={`Keep ${nth === 0 ? "this person" : "the other one"}`}
              isChosen={keep === side}
              isPossible={comparison.keepable.includes(side)}
              onChoose={() => onKeep(side)}
            >
              {loginOf(persons[nth] as ComparedPerson)}
            </Choice>
          ))}
        </Row>
        {mergeFields.map((field) => (
          <Row key={field} label={fieldNames[field]}>
            {sides.map((side, nth) => (
              <FieldChoice key={side} {...{ comparison, keep, choice, field, side, onChoose }} person={persons[nth]!} />
            ))}
          </Row>
        ))}
        {countRows.map(([count, label]) => (
          <Row key={count} label={label}>
            {persons.map((person, nth) => (
              <td key={sides[nth]}>{person.counts[count]}</td>
            ))}
          </Row>
        ))}
      </tbody>
    </table>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  );
}

type FieldChoiceProps = Pick<CompareTableProps, "comparison" | "keep" | "choice" | "onChoose"> & {
  readonly field: MergeField;
  readonly side: MergeSide;
  readonly person: ComparedPerson;
};

function FieldChoice({ comparison, keep, choice, field, side, person, onChoose }: FieldChoiceProps) {
  const value = person[field];
  if (!keep || !choice) return <td>{value ?? "None"}</td>;
  const source = side === keep ? "kept" : "merged";
  const { merged } = sidesOf(comparison, keep);
  return (
    <Choice
      name={field}
      label={`${fieldNames[field]}: ${value ?? "none"}`}
      isChosen={choice[field] === source}
      isPossible={source === "kept" || isChoosable(field, merged, merged)}
      onChoose={() => onChoose(field, side)}
    >
      {value ?? "None"}
    </Choice>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly isPossible: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};

function Choice({ name, label, isChosen, isPossible, onChoose, children }: ChoiceProps) {
  return (
    <td>
      <label className={css.choice} data-disabled={!isPossible || undefined}>
        <input
          type="radio"
          name={`merge-${name}`}
          aria-label={label}
          checked={isChosen}
          disabled={!isPossible}
          onChange={onChoose}
        />
        <span>{children}</span>
      </label>
    </td>
  );
}
