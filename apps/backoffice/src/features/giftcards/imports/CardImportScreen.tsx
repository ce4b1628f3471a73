import { Link, useNavigate, useParams } from "@tanstack/react-router";
import {
  checkGiftCardImport,
  importGiftCards,
  type CardImportCheck,
  type CardImportColumns,
  type CardImportField,
} from "@foyer/contract/office/money/giftCardImports.ts";
import { useOwnSeller } from "../../../shared/queries.ts";
import { callOffice } from "../../../shared/call.ts";
import { ImportFile } from "../../../shared/csv/ImportFile.tsx";
import { ImportForm } from "../../../shared/csv/ImportForm.tsx";
import { SampleTable } from "../../../shared/csv/SampleTable.tsx";
import { useCsvImport, type SentFile } from "../../../shared/csv/useCsvImport.ts";
import { WrongLines } from "../../../shared/csv/WrongLines.tsx";
import { count, formatLastDay, formatMoney } from "../../../shared/format/format.ts";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { refreshGiftCards } from "../giftCardQueries.ts";
import { cardColumns, sentCardColumns } from "./cardColumns.ts";
import recordCss from "../../../shared/styles/Record.module.css";

const route = "/signed-in/$slug/gift-cards/import" as const;

/**
 * Imports gift cards with their balances from a CSV file: its columns are chosen, every row is checked, and then all are
 * issued at once.
 */
export function CardImportScreen() {
  const { slug } = useParams({ from: route });
  const { timezone } = useOwnSeller(slug);
  const importing = useCsvImport<CardImportField, CardImportColumns, CardImportCheck>({
    fields: cardColumns,
    sentColumns: sentCardColumns,
    check: (sent) => callOffice(checkGiftCardImport, sent, slug),
  });
  const { sent, check, checking } = importing;
  return (
    <OfficePage
      title="Import gift cards"
      lead="Each row is a card with the balance that is left on it. Nobody gets an email. If a row has an error, nothing is imported."
      actions={
        <Link className={recordCss.link} to="/$slug/gift-cards" params={{ slug }}>
          All gift cards
        </Link>
      }
    >
      <ImportFile
        of={importing}
        hint="The first line has the column names. Write balances as 12.50 and days as 2027-12-31."
      />
      {sent && check && (
        <Section title="Check">
          <WrongLines check={check} />
          {check.wrong === 0 && <Sample check={check} timezone={timezone} />}
          {check.wrong === 0 && <ImportCards {...{ sent, check, slug }} onRefused={() => void checking.run()} />}
        </Section>
      )}
    </OfficePage>
  );
}

function Sample({ check: { sample, currency }, timezone }: { check: CardImportCheck; timezone: string }) {
  return (
    <SampleTable
      columns={[{ name: "Card" }, { name: "For" }, { name: "Last day" }, { name: "Balance", isNumber: true }]}
    >
      {sample.map(({ line, ending, balance, valid_to, name, email }) => (
        <tr key={line}>
          <td>····{ending}</td>
          <td>{[name, email].filter(Boolean).join(", ")}</td>
          <td>{valid_to === null ? "No end" : formatLastDay(valid_to, timezone)}</td>
          <td data-number>{formatMoney(balance, currency)}</td>
        </tr>
      ))}
    </SampleTable>
  );
}

type ImportCardsProps = {
  readonly sent: SentFile<CardImportColumns>;
  readonly check: CardImportCheck;
  readonly slug: string;
  readonly onRefused: () => void;
};

function ImportCards({ sent, check: { rows, total, currency }, slug, onRefused }: ImportCardsProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const worth = formatMoney(total, currency);
  return (
    <ImportForm
      hint="For the audit log and the list of issues, such as where the cards come from."
      label={`Import ${count(rows, "card")} with ${worth}`}
      onImport={async (more) => {
        const { cards } = await callOffice(importGiftCards, { ...sent, ...more }, slug);
        await refreshGiftCards(slug);
        toast({ text: `${count(cards, "gift card is", "gift cards are")} imported.` });
        await navigate({ to: "/$slug/gift-cards", params: { slug } });
      }}
      onRefused={onRefused}
    />
  );
}
