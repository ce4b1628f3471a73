import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import type { Revision } from "@foyer/contract/office/catalogue/catalogue.ts";
import { formatMoment } from "../../shared/format/format.ts";
import { sourceNames } from "./catalogueQueries.ts";
import css from "./catalogue.module.css";

type Compared = { readonly from: string; readonly to: string };
type ComparedProps = {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The revisions to choose from; the chosen ones are added to them. */
  readonly revisions: readonly Revision[];
  readonly timezone: string;
  readonly onCompare: (compared: Compared) => void;
};

/** Which two revisions are compared. By default, the newest and the one before. */
export function ComparedRevisions({ revisions, timezone, from, to, onCompare }: ComparedProps) {
  const [newest, before] = revisions;
  if (!newest || !before) return null;
  const chosen = { from: from ?? String(before.number), to: to ?? String(newest.number) };
  const nameOf = ({ number, at, staff, source }: Revision): string =>
    `${number}: ${formatMoment(at, timezone)}, ${staff ?? sourceNames[source]}`;
  const listed = new Map(revisions.map((revision) => [String(revision.number), nameOf(revision)]));
  const options = (value: string) =>
    [...new Set([...listed.keys(), value])]
      .toSorted((one, other) => Number(other) - Number(one))
      .map((number) => ({ value: number, label: listed.get(number) ?? number }));
  return (
    <div className={css.pair} role="group" aria-label="Compare two revisions">
      {(["from", "to"] as const).map((side) => (
        <Field key={side} label={side === "from" ? "Compare revision" : "With revision"}>
          <Select
            value={chosen[side]}
            options={options(chosen[side])}
            onChange={({ target }) => onCompare({ ...chosen, [side]: target.value })}
          />
        </Field>
      ))}
    </div>
  );
}
