import type { ReactNode } from "react";
import css from "./Receipt.module.css";

/** A receipt: names on the left, amounts in a column on the right. */
export function Receipt({ children }: { readonly children: ReactNode }) {
  return <dl className={css.receipt}>{children}</dl>;
}

export type ReceiptLineProps = {
  readonly label: ReactNode;
  readonly amount: ReactNode;
  /** A second line in muted colour: 'Balance left: $12.00'. */
  readonly note?: ReactNode;
  /** 'total' is below a rule and largest; 'saving' is a discount or a payment. */
  readonly kind?: "line" | "sum" | "saving" | "total";
};

export function ReceiptLine({ label, amount, note, kind = "line" }: ReceiptLineProps) {
  return (
    <div className={css.line} data-kind={kind}>
      <dt className={css.label}>
        {label}
        {note && <span className={css.note}>{note}</span>}
      </dt>
      <dd className={css.amount}>{amount}</dd>
    </div>
  );
}
