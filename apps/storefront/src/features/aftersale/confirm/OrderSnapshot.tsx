import { useId } from "react";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { cancelStrings } from "../aftersale.strings.ts";
import css from "./Confirm.module.css";

export type OrderSnapshotProps = {
  readonly title: string;
  readonly lines: readonly CartLine[];
  /** The lines of the other snapshot, to mark differences. */
  readonly others: readonly CartLine[];
};

const keyOf = ({ event_session_id, event_template_id }: CartLine): string => event_session_id ?? event_template_id;

/** Whether the number of a type differs, for a time that is in both snapshots. */
const differs = (other: CartLine | undefined, id: string, count: number): boolean =>
  other !== undefined && other.types.find(({ ticket_type_id }) => ticket_type_id === id)?.count !== count;

/** The tickets of the order by date, before or after the change. */
export function OrderSnapshot({ title, lines, others }: OrderSnapshotProps) {
  const t = useText(cancelStrings);
  const dateOf = useCartDate();
  const id = useId();
  const known = new Map(others.map((line) => [keyOf(line), line]));
  return (
    <section className={css.snapshot} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 && <p>{t("cancel.nothing_left")}</p>}
      {lines.map((line) => (
        <div key={keyOf(line)} className={css.line} data-changed={!known.has(keyOf(line)) || undefined}>
          <p className={css.name}>{line.name}</p>
          <p className={css.date}>{dateOf(line)}</p>
          <ul role="list">
            {line.types.map(({ ticket_type_id, name, count, seats }) => (
              <li
                key={ticket_type_id}
                data-changed={differs(known.get(keyOf(line)), ticket_type_id, count) || undefined}
              >
                {t("cancel.line", { count, type: name })}
                {seats.length > 0 && <span className={css.muted}> {seats.join(", ")}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
