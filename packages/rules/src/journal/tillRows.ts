import type { Minor } from "../values/money.ts";
import type { Account } from "./accounts.ts";
import type { JournalLine } from "./journalRows.ts";

const moved = (debit: Account, credit: Account, amount: Minor): JournalLine[] => {
  if (amount === 0) return [];
  if (amount < 0) return moved(credit, debit, -amount);
  return [{ debit, credit, amount, subject: null, session: null, tickets: 0, tax: null }];
};

/** Cash moved from the safe to a till, or back if negative. Cash from sales is recorded with the orders. */
export const tillMovedLines = (amount: Minor): JournalLine[] => moved("tills", "safe", amount);

/** Closes a till: its cash from the safe goes back there, less what is missing or plus any excess. */
export const tillClosedLines = ({
  had,
  difference,
}: {
  readonly had: Minor;
  readonly difference: Minor;
}): JournalLine[] => [...moved("safe", "tills", had), ...moved("safe", "cash_differences", difference)];
