import type { ReactNode } from "react";
import type { AccountHistory } from "@foyer/rules/account/orderHistory.ts";
import { useAccountRows } from "../account.queries.ts";
import { LoadFailure, AccountSkeleton } from "../AccountFrame.tsx";

/** Loads the account's history; shows a skeleton meanwhile, and the failure if there is one. */
export function AccountRowsLoader({ children }: { readonly children: (rows: AccountHistory) => ReactNode }) {
  const { data, error, refetch } = useAccountRows();
  if (data) return children(data);
  return error ? <LoadFailure onAgain={() => void refetch()} /> : <AccountSkeleton />;
}
