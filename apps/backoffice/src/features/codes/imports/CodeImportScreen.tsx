import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import {
  checkCodeImport,
  importCodes,
  maxCodeImportBytes,
  type CodeImportCheck,
  type CodeImportColumns,
  type CodeImportField,
} from "@foyer/contract/office/catalogue/codeImports.ts";
import type { CodeGroupSummary } from "@foyer/contract/office/catalogue/codes.ts";
import { useOwnSeller } from "../../../shared/queries.ts";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { ImportFile } from "../../../shared/csv/ImportFile.tsx";
import { ImportForm } from "../../../shared/csv/ImportForm.tsx";
import { useCsvImport, type SentFile } from "../../../shared/csv/useCsvImport.ts";
import { LoadState } from "../../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { GroupField } from "../GroupField.tsx";
import { codeGroupsQuery, refreshCodes } from "../codeQueries.ts";
import { codeFileColumns, sentCodeColumns } from "./codeFileColumns.ts";
import { CodesFound } from "./CodesFound.tsx";
import recordCss from "../../../shared/styles/Record.module.css";

const route = "/signed-in/$slug/codes/import" as const;

/**
 * Imports promo codes from a CSV file: its columns are chosen, every row is checked, and then all new codes are made at
 * once.
 */
export function CodeImportScreen() {
  const { slug } = useParams({ from: route });
  const { timezone } = useOwnSeller(slug);
  const query = useQuery(codeGroupsQuery(slug));
  const { data } = query;
  return (
    <OfficePage
      title="Import codes"
      lead="Each row is a code of the group that you choose. If a row has an error, nothing is imported. Existing codes of the group do not change."
      actions={
        <Link className={recordCss.link} to="/$slug/codes" params={{ slug }}>
          All codes
        </Link>
      }
    >
      <LoadState query={query} skeleton="control" count={3} />
      {data?.groups.length === 0 && (
        <p>There are no code groups yet. Add one in the catalogue first. It sets what its codes unlock.</p>
      )}
      {data && data.groups.length > 0 && <ImportSteps groups={data.groups} slug={slug} timezone={timezone} />}
    </OfficePage>
  );
}

type ImportStepsProps = {
  readonly groups: readonly CodeGroupSummary[];
  readonly slug: string;
  readonly timezone: string;
};

function ImportSteps({ groups, slug, timezone }: ImportStepsProps) {
  const [code_group_id, setGroup] = useState(groups.length === 1 ? (groups[0]?.id ?? "") : "");
  const importing = useCsvImport<CodeImportField, CodeImportColumns, CodeImportCheck>({
    fields: codeFileColumns,
    sentColumns: (columns) => (code_group_id === "" ? undefined : sentCodeColumns(columns)),
    check: (sent) => callOffice(checkCodeImport, { ...sent, code_group_id }, slug),
  });
  const { sent, check, checking, forgetCheck } = importing;
  return (
    <>
      <ImportFile
        of={importing}
        hint="The first line has the column names. A code without a number of uses has no limit. Write days as 2027-12-31."
        maxBytes={maxCodeImportBytes}
      >
        <GroupField
          groups={groups}
          value={code_group_id}
          onChange={(id) => {
            setGroup(id);
            forgetCheck();
          }}
        />
      </ImportFile>
      {sent && check && (
        <Section title="Check">
          <CodesFound check={check} slug={slug} timezone={timezone} />
          {check.wrong === 0 && check.new_codes > 0 && (
            <ImportNew {...{ sent, code_group_id, check, slug }} onRefused={() => void checking.run()} />
          )}
        </Section>
      )}
    </>
  );
}

type ImportNewProps = {
  readonly sent: SentFile<CodeImportColumns>;
  readonly code_group_id: string;
  readonly check: CodeImportCheck;
  readonly slug: string;
  readonly onRefused: () => void;
};

const importedText = (made: number): string => {
  if (made === 0) return "All of these codes already exist.";
  return `${count(made, "code is", "codes are")} imported.`;
};

function ImportNew({ sent, code_group_id, check: { new_codes }, slug, onRefused }: ImportNewProps) {
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <ImportForm
      hint="For the audit log and the list of imports, such as where the codes come from."
      label={`Import ${count(new_codes, "code")}`}
      onImport={async (more) => {
        const { made } = await callOffice(importCodes, { ...sent, ...more, code_group_id }, slug);
        await refreshCodes(slug);
        toast({ text: importedText(made) });
        await navigate({ to: "/$slug/codes", params: { slug } });
      }}
      onRefused={onRefused}
    />
  );
}
