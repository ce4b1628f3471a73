import { resolveConflict, type ConflictRow } from "@foyer/contract/office/gate/devices.ts";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { HeldRow, useHeldRows } from "../../shared/list/HeldRow.tsx";
import { Section } from "../../shared/Page.tsx";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./GateScreen.module.css";

const kinds: Readonly<Record<ConflictRow["kind"], string>> = {
  double: "let in twice",
  cancelled: "let in although cancelled",
  refused: "let in although the records say no",
};

type ConflictsProps = {
  readonly slug: string;
  readonly timezone: string;
  readonly rows: readonly ConflictRow[];
  readonly onResolved: () => void;
};

/** Decisions that devices made offline and that disagree with the records. */
export function Conflicts({ slug, timezone, rows, onResolved }: ConflictsProps) {
  const held = useHeldRows(rows, ({ id }) => id);
  if (held.rows.length === 0) return null;
  return (
    <Section title="Needs review" lead="Counted once. The devices decided without a network.">
      <ul className={listsCss.framed}>
        {held.rows.map((row) => (
          <HeldRow key={row.id} of={held} row={row} gone="Somebody else has reviewed this scan meanwhile.">
            <Conflict {...{ slug, timezone, row, onResolved }} />
          </HeldRow>
        ))}
      </ul>
    </Section>
  );
}

function Conflict({ slug, timezone, row, onResolved }: Omit<ConflictsProps, "rows"> & { readonly row: ConflictRow }) {
  const { id, at, kind, by, event, type, order_number, entry_at, entry_by } = row;
  return (
    <li className={css.device}>
      <div className={css.what}>
        <h3 className={css.name}>{type === null ? "An unknown code" : `${type}, ${event ?? ""}`}</h3>
        {order_number !== null && <p className={css.quiet}>Order {order_number}</p>}
      </div>
      <p>
        <strong>{kinds[kind]}</strong>: {by}, {formatMoment(at, timezone)}
      </p>
      <p className={css.quiet}>
        {entry_at !== null &&
          kind === "double" &&
          `The entry that counts: ${entry_by ?? ""}, ${formatMoment(entry_at, timezone)}`}
      </p>
      <div className={css.actions}>
        <ConfirmedButton
          label="Mark as reviewed"
          title="Mark this scan as reviewed?"
          verb="Mark 1 scan as reviewed"
          done="The scan is marked as reviewed."
          isDestructive={false}
          send={async () => {
            await callOffice(resolveConflict, { scan_id: id }, slug);
            onResolved();
          }}
        >
          <p>It leaves this list for everybody, and the devices stop showing it. It stays in the history.</p>
        </ConfirmedButton>
      </div>
    </li>
  );
}
