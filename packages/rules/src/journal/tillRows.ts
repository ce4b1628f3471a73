import type { Minor } from "../values/money.ts";
import type { Account } from "./accounts.ts";
import type { JournalLine } from "./journalRows.ts";

const moved = (debit: Account, credit: Account, amount: Minor): JournalLine[] => {
  if (amount === 0) return [];
  if (amount < 0) return moved(credit, debit, -amount);
  return [{ debit, credit, amount, subject: null, session: null, tickets: 0, tax: null }];
};

/** Cash that is put into a till from the safe, or taken out (negative). What sales bring is in the journal with their orders. */
export const tillMovedLines = (amount: Minor): JournalLine[] => moved("tills", "safe", amount);

/** A till is closed: what it had from the safe goes back there, less what is missing or with what is too much. */
export const tillClosedLines = ({
  had,
  difference,
}: {
  readonly had: Minor;
  readonly difference: Minor;
}): JournalLine[] => [...moved("safe", "tills", had), ...moved("safe", "cash_differences", difference)];
