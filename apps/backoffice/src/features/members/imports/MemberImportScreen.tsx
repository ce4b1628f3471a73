import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  cancelMemberImport,
  checkMemberImport,
  continueMemberImport,
  startMemberImport,
  type ImportCheck,
  type ImportColumns,
  type ImportField,
  type MemberImport,
} from "@foyer/contract/office/members/memberImports.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { callOffice } from "../../../shared/call.ts";
import { ImportFile } from "../../../shared/csv/ImportFile.tsx";
import { useCsvImport, type SentFile } from "../../../shared/csv/useCsvImport.ts";
import { ConfirmedButton } from "../../../shared/dialog/ConfirmedButton.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { count, formatMoment } from "../../../shared/format/format.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { ProgressBar } from "../../../shared/ProgressBar.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { memberImportsQuery, refreshMembers } from "../memberQueries.ts";
import { CheckResult } from "./CheckResult.tsx";
import { memberFileFields, sentColumns } from "./columns.ts";
import recordCss from "../../../shared/styles/Record.module.css";
import css from "./Import.module.css";

const route = "/signed-in/$slug/members/import" as const;

/** Imports members from a CSV file: its columns are chosen, every row is checked, and then they are imported. */
export function MemberImportScreen() {
  const { slug } = useParams({ from: route });
  const { timezone } = useOwnSeller(slug);
  const importing = useCsvImport<ImportField, ImportColumns, ImportCheck>({
    fields: memberFileFields,
    sentColumns,
    check: (sent) => callOffice(checkMemberImport, sent, slug),
  });
  const { sent, check, choose } = importing;
  return (
    <OfficePage
      title="Import members"
      lead="Each row is one person with their own membership. Nobody pays. If a row has an error, nothing is imported."
      actions={
        <Link className={recordCss.link} to="/$slug/members" params={{ slug }}>
          All members
        </Link>
      }
    >
      <ImportFile of={importing} hint="The first line has the column names. Write days as 2027-12-31." />
      {sent && check && (
        <Section title="Check">
          <CheckResult check={check} slug={slug} timezone={timezone} />
          {check.wrong === 0 && <StartForm {...{ sent, check, slug }} onStarted={() => choose(undefined)} />}
        </Section>
      )}
      <Imports slug={slug} timezone={timezone} />
    </OfficePage>
  );
}

type StartFormProps = {
  readonly sent: SentFile<ImportColumns>;
  readonly check: ImportCheck;
  readonly slug: string;
  readonly onStarted: () => void;
};

function StartForm({ sent, check, slug, onStarted }: StartFormProps) {
  // Sent again after a lost reply, it is the same import.
  const [import_id] = useState(() => crypto.randomUUID());
  const [leavesOut, setLeavesOut] = useState(true);
  const [sends_cards, setSendsCards] = useState(false);
  const rows = check.rows - (leavesOut ? check.duplicates : 0);
  const { run, isBusy, failure } = useAction(async () => {
    const duplicates = leavesOut ? "leave_out" : "import";
    await callOffice(startMemberImport, { ...sent, import_id, duplicates, sends_cards }, slug);
    await refreshMembers(slug);
    onStarted();
  });
  return (
    <form
      className={recordCss.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (rows > 0) void run();
      }}
    >
      {check.duplicates > 0 && (
        <Checkbox
          label={
            check.duplicates === 1 ? "Leave the duplicate out" : `Leave ${count(check.duplicates, "duplicate")} out`
          }
          checked={leavesOut}
          onChange={({ target }) => setLeavesOut(target.checked)}
        />
      )}
      <Checkbox
        label="Send everybody their card by email"
        checked={sends_cards}
        onChange={({ target }) => setSendsCards(target.checked)}
      />
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <div className={recordCss.actions}>
        <Button kind="primary" type="submit" busy={isBusy} disabled={rows < 1}>
          {`Import ${count(rows, "member")}`}
        </Button>
      </div>
    </form>
  );
}

function Imports({ slug, timezone }: { readonly slug: string; readonly timezone: string }) {
  const query = useQuery(memberImportsQuery(slug));
  const { data } = query;
  if (!data) return <LoadState query={query} />;
  if (data.imports.length === 0) return null;
  return (
    <Section title="Imports">
      <ul className={recordCss.rows}>
        {data.imports.map((one) => (
          <ImportRow key={one.id} {...{ one, slug, timezone }} />
        ))}
      </ul>
    </Section>
  );
}

const stateNames: Readonly<Record<MemberImport["state"], string>> = {
  open: "Not finished",
  ended: "Finished",
  cancelled: "Cancelled",
};

type ImportRowProps = { readonly one: MemberImport; readonly slug: string; readonly timezone: string };

/** An import can be continued here, whoever began it: each call imports some rows. */
function ImportRow({ one, slug, timezone }: ImportRowProps) {
  const { id, rows, done, failed, state } = one;
  const [reached, setReached] = useState(done + failed);
  const toast = useToast();
  const going = useAction(async () => {
    for (;;) {
      const now = await callOffice(continueMemberImport, { import_id: id }, slug);
      setReached(now.done + now.failed);
      if (now.left === 0) break;
    }
    await refreshMembers(slug);
    toast({ text: "The import has ended." });
  });
  const left = rows - done - failed;
  return (
    <li className={css.import}>
      <p>
        <strong>{stateNames[state]}</strong> {done} of {rows} imported{failed > 0 && `, ${failed} refused`}
        <span className={recordCss.quiet}>
          {one.by}, {formatMoment(one.at, timezone)}
        </span>
      </p>
      {one.failed_lines.length > 0 && (
        <ul aria-label="Refused lines">
          {one.failed_lines.map(({ line, problem }) => (
            <li key={line}>
              Line {line} {problem}.
            </li>
          ))}
        </ul>
      )}
      {going.isBusy && <ProgressBar label="Imported rows" done={reached} all={rows} />}
      {going.failure && <Banner tone="error">{going.failure.message}</Banner>}
      {state === "open" && (
        <div className={recordCss.actions}>
          <Button kind="primary" size="small" busy={going.isBusy} onClick={() => void going.run()}>
            {done + failed === 0 ? `Import ${rows} now` : `Continue with ${left}`}
          </Button>
          <ConfirmedButton
            label="Cancel the rest"
            disabled={going.isBusy}
            aria-label={`Cancel the import of ${formatMoment(one.at, timezone)}`}
            title="Cancel the rest of this import?"
            verb={`Cancel ${count(left, "row")}`}
            done="The rest of the import is cancelled."
            send={async () => {
              await callOffice(cancelMemberImport, { import_id: id }, slug);
              await refreshMembers(slug);
            }}
          >
            <p>{count(left, "row")} will not be imported, and the import cannot be resumed. What was imported stays.</p>
          </ConfirmedButton>
        </div>
      )}
    </li>
  );
}
