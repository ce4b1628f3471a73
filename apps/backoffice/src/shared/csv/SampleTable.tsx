import type { ReactNode } from "react";
import tableCss from "../list/ListTable.module.css";

type SampleTableProps = {
  readonly columns: readonly { readonly name: string; readonly isNumber?: boolean }[];
  /** The rows. */
  readonly children: ReactNode;
};

/** The first rows of a file as the server has parsed them. */
export function SampleTable({ columns, children }: SampleTableProps) {
  return (
    <div className={tableCss.frame}>
      <table className={tableCss.table} aria-label="The first rows as they would be imported">
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
