import type { ReactNode } from "react";
import type { AccountRows } from "@foyer/rules/accountLists.ts";
import { useAccountRows } from "./account.queries.ts";
import { Failed, Waiting } from "./AccountFrame.tsx";

/** What the account has, once it is there. */
export function RowsOf({ children }: { readonly children: (rows: AccountRows) => ReactNode }) {
  const { data, error, refetch } = useAccountRows();
  if (data) return children(data);
  return error ? <Failed onAgain={() => void refetch()} /> : <Waiting />;
}
