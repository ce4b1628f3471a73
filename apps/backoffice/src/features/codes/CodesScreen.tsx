import { useCallback, useRef, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { promoCodeLimits } from "@foyer/contract/shop/cartChange.ts";
import { codeList, codeStates, type CodeListRow } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { formatLastDay, formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { hasFilter, viewOfList } from "../../shared/list/listSearch.ts";
import { FilterForm } from "../../shared/list/FilterForm.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListKeys } from "../../shared/list/useListKeys.ts";
import { CodeBatches } from "./CodeBatches.tsx";
import { CodeStateTag } from "./CodeStateTag.tsx";
import { codeGroupsQuery, codeListQuery, codeStateNames, type CodeSearch } from "./codeQueries.ts";
import { MakeCodesDialog } from "./MakeCodesDialog.tsx";
import { choosesCodes, PauseGroup } from "./PauseGroup.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import tableCss from "../../shared/list/ListTable.module.css";
import css from "./Codes.module.css";

const route = "/signed-in/$slug/codes" as const;

/** Promo codes, sorted by text. Search, filters, sort and columns are in the address. */
export function CodesScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as CodeSearch;
  const { timezone, can } = useOwnSeller(slug);
  const view = useListView(codeList, search);
  const query = useInfiniteQuery(codeListQuery(slug, search));
  const { data, isSuccess } = query;
  const { data: groups } = useQuery(codeGroupsQuery(slug));
  const codes = data?.pages.flatMap((page) => page.codes) ?? [];
  const mayEdit = can("code.edit") && (groups?.groups.length ?? 0) > 0;
  const [isMaking, setMaking] = useState(false);
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  const cellsOfRow = useCallback((code: CodeListRow) => cellsOf(code, slug, timezone), [slug, timezone]);
  return (
    <OfficePage
      title="Promo codes"
      actions={
        <>
          <Link className={recordCss.link} to="/$slug/codes/vouchers" params={{ slug }}>
            City-pass vouchers
          </Link>
          {mayEdit && (
            <>
              <Link className={recordCss.link} to="/$slug/codes/import" params={{ slug }}>
                Import codes
              </Link>
              <Button size="small" onClick={() => setMaking(true)}>
                Make codes
              </Button>
            </>
          )}
        </>
      }
    >
      {isMaking && groups && <MakeCodesDialog slug={slug} groups={groups.groups} onClose={() => setMaking(false)} />}
      <Filters search={search} groups={groups?.groups ?? []} />
      <ListViews slug={slug} screen="codes" search={search} />
      {mayEdit && choosesCodes(search) && <PauseGroup slug={slug} search={search} />}
      <LoadState query={query} skeleton="control" count={6} />
      {isSuccess && codes.length === 0 && <Empty search={search} hasGroups={groups?.groups.length !== 0} />}
      {codes.length > 0 && (
        <ListTable
          view={view}
          label="Promo codes"
          order="by their text"
          rows={codes}
          keyOf={({ id }) => id}
          cellsOf={cellsOfRow}
          isBusy={query.isPlaceholderData}
          bodyRef={list}
          className={css.columns}
        />
      )}
      <ShowMore query={query}>Show more codes</ShowMore>
      <CodeBatches slug={slug} timezone={timezone} mayDownload={mayEdit} />
    </OfficePage>
  );
}

const cellsOf = (row: CodeListRow, slug: string, timezone: string) => {
  const { id, code, group, used, max_uses, state, valid_from, valid_to } = row;
  return {
    code: (
      <Link to="/$slug/codes/$id" params={{ slug, id }} className={tableCss.open} data-row>
        {code}
      </Link>
    ),
    group: group.name,
    used: max_uses === null ? used : `${used} of ${max_uses}`,
    state: <CodeStateTag state={state} />,
    valid_from: valid_from !== null && formatMoment(valid_from, timezone),
    valid_to: valid_to === null ? <span className={recordCss.quiet}>No end</span> : formatLastDay(valid_to, timezone),
  };
};

function Empty({ search, hasGroups }: { readonly search: CodeSearch; readonly hasGroups: boolean }) {
  const isFiltered = hasFilter(search);
  if (isFiltered)
    return (
      <p className={tableCss.empty}>
        No code matches.{" "}
        <Link to="." search={viewOfList(search)}>
          Show all codes
        </Link>
      </p>
    );
  return (
    <p className={tableCss.empty}>
      {hasGroups
        ? "There are no codes yet."
        : "There are no codes yet, and no code groups. Add a group in the catalogue first. It sets what its codes unlock."}
    </p>
  );
}

type FiltersProps = {
  readonly search: CodeSearch;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
};

function Filters({ search, groups }: FiltersProps) {
  const navigate = useNavigate({ from: "/$slug/codes" });
  const set = (name: string, value: string): void =>
    void navigate({ search: (old: CodeSearch) => ({ ...old, [name]: value || undefined }), replace: true });
  const choice = (
    name: string,
    label: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <Field label={label}>
      <Select
        value={search[name] ?? ""}
        onChange={({ target }) => set(name, target.value)}
        placeholder="All"
        options={[...options]}
      />
    </Field>
  );
  return (
    <FilterForm search={search}>
      <SearchField
        value={search.q ?? ""}
        placeholder="Start of a code"
        maxLength={promoCodeLimits.max}
        onSearch={(q) => set("q", q)}
      />
      {choice(
        "code_group_id",
        "Group",
        groups.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice(
        "state",
        "State",
        codeStates.map((value) => ({ value, label: codeStateNames[value] })),
      )}
      {choice("use", "Use", [
        { value: "used", label: "Used" },
        { value: "unused", label: "Never used" },
      ])}
    </FilterForm>
  );
}
