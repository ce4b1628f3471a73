import { useState } from "react";
import { Link, useNavigate, useParams, useRouteContext } from "@tanstack/react-router";
import {
  checkGiftCardImport,
  importGiftCards,
  type CardImportCheck,
  type CardImportField,
} from "@foyer/contract/office/money/giftCardImports.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { ColumnChoice } from "../../../shared/csv/ColumnChoice.tsx";
import { CsvFileField, type CsvFile } from "../../../shared/csv/CsvFile.tsx";
import { useCsvImport } from "../../../shared/csv/useCsvImport.ts";
import { WrongLines } from "../../../shared/csv/WrongLines.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { formatMoney } from "../../../shared/format.ts";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { formatLastDay, refreshGiftCards } from "../giftCardQueries.ts";
import { cardColumns, sentCardColumns } from "./cardColumns.ts";
import tableCss from "../../../shared/list/ListTable.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

const route = "/signed-in/$slug/gift-cards/import" as const;

/** Gift cards with their balances from a CSV file: its columns are chosen, every row is checked, and then all are issued at once. */
export function CardImportScreen() {
  const { slug } = useParams({ from: route });
  const { seller } = useRouteContext({ from: "/signed-in/$slug" });
  const { file, columns, check, setCheck, choose, changeColumns } = useCsvImport<CardImportField, CardImportCheck>(
    cardColumns,
  );
  const sent = sentCardColumns(columns);
  const checking = useAction(async () => {
    if (file && sent) setCheck(await callOffice(checkGiftCardImport, { csv: file.csv, columns: sent }, slug));
  });
  return (
    <OfficePage
      title="Import gift cards"
      lead="Each row is a card that can pay here with what is left on it. Nobody gets an e-mail, and nothing is imported unless every row is right."
      actions={
        <Link className={recordCss.link} to="/$slug/gift-cards" params={{ slug }}>
          All gift cards
        </Link>
      }
    >
      <Section title="File">
        <CsvFileField onChoose={choose} />
        <p className={recordCss.quiet}>
          The first line has the names of the columns. Balances are written as 12.50 and days as 2027-12-31.
        </p>
        {file && <ColumnChoice fields={cardColumns} header={file.header} columns={columns} onChange={changeColumns} />}
        {checking.failure && <Banner tone="error">{checking.failure.message}</Banner>}
        {file && (
          <div className={recordCss.actions}>
            <Button
              kind={check ? "quiet" : "primary"}
              busy={checking.isBusy}
              disabled={!sent}
              onClick={() => void checking.run()}
            >
              Check the file
            </Button>
          </div>
        )}
      </Section>
      {file && sent && check && (
        <Section title="Check">
          <WrongLines check={check} />
          {check.wrong === 0 && <Sample check={check} timezone={seller?.timezone ?? "UTC"} />}
          {check.wrong === 0 && <ImportForm file={file} columns={sent} check={check} slug={slug} />}
        </Section>
      )}
    </OfficePage>
  );
}

function Sample({ check: { sample, currency }, timezone }: { check: CardImportCheck; timezone: string }) {
  return (
    <div className={tableCss.frame}>
      <table className={tableCss.table} aria-label="The first rows as they would be imported">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">For</th>
            <th scope="col">Last day</th>
            <th scope="col" data-number>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, ending, balance, valid_to, name, email }) => (
            <tr key={line}>
              <td>····{ending}</td>
              <td>{[name, email].filter(Boolean).join(", ")}</td>
              <td>{valid_to === null ? "No end" : formatLastDay(valid_to, timezone)}</td>
              <td data-number>{formatMoney(balance, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ImportFormProps = {
  readonly file: CsvFile;
  readonly columns: NonNullable<ReturnType<typeof sentCardColumns>>;
  readonly check: CardImportCheck;
  readonly slug: string;
};

function ImportForm({ file, columns, check: { rows, total, currency }, slug }: ImportFormProps) {
  // Sent again after a lost answer, it is one import.
  const [import_id] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState("");
  const navigate = useNavigate();
  const toast = useToast();
  const { run, isBusy, failure } = useAction(async () => {
    const sent = { csv: file.csv, columns, import_id, reason: reason.trim() };
    const { cards } = await callOffice(importGiftCards, sent, slug);
    await refreshGiftCards(slug);
    toast({ text: cards === 1 ? "1 gift card is imported." : `${cards} gift cards are imported.` });
    await navigate({ to: "/$slug/gift-cards", params: { slug } });
  });
  const worth = formatMoney(total, currency);
  return (
    <form
      className={recordCss.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") void run();
      }}
    >
      <Field label="Why" hint="For the audit log and the list of issues, such as where the cards come from." required>
        <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <div className={recordCss.actions}>
        <Button kind="primary" type="submit" busy={isBusy} disabled={reason.trim() === ""}>
          {rows === 1 ? `Import 1 card with ${worth}` : `Import ${rows} cards with ${worth}`}
        </Button>
      </div>
    </form>
  );
}
