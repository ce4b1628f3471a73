import type { ReactNode } from "react";
import css from "./Account.module.css";

export function DescriptionList({
  entries,
}: {
  readonly entries: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className={css.facts}>
      {entries.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
