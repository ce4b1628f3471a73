import { useCallback, useEffect, useRef, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  memberList,
  memberRenewals,
  memberStates,
  type MemberListRow,
} from "@foyer/contract/office/members/memberList.ts";
import { downloadMembers, memberColumns } from "@foyer/contract/office/orders/rowDownloads.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select, type SelectProps } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { formatDayOfMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { RowDownload } from "../../shared/list/RowDownload.tsx";
import { MoreFilters } from "../../shared/list/MoreFilters.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { ListTable } from "../../shared/list/ListTable.tsx";
import { hasFilter, viewOfList } from "../../shared/list/listSearch.ts";
import { FilterForm } from "../../shared/list/FilterForm.tsx";
import { useListView } from "../../shared/list/useListView.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import { useListKeys } from "../../shared/list/useListKeys.ts";
import {
  formatTermEnd,
  memberLevelsQuery,
  memberListQuery,
  memberStateNames,
  renewalNames,
  type MemberSearch,
} from "./memberQueries.ts";
import { GiveMembershipDialog } from "./GiveMembershipDialog.tsx";
import { MemberStateTag } from "./MemberStateTag.tsx";
import tableCss from "../../shared/list/ListTable.module.css";
import recordCss from "../../shared/styles/Record.module.css";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import css from "./Members.module.css";

const route = "/signed-in/$slug/members" as const;

/**
 * Members, latest end of term first. Search, filters, sort and columns are in the address; a full number opens its card.
 */
export function MembersScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as MemberSearch;
  const { timezone, can } = useOwnSeller(slug);
  const view = useListView(memberList, search);
  const query = useInfiniteQuery(memberListQuery(slug, search));
  const { data, isSuccess } = query;
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  const mayGive = can("order.comp");
  const [isGiving, setGiving] = useState(false);
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  useOpenExact(slug, data?.pages[0]?.exact ?? null);
  const cellsOfRow = useCallback((member: MemberListRow) => cellsOf(member, slug, timezone), [slug, timezone]);
  return (
    <OfficePage
      title="Members"
      actions={
        <>
          <Link className={recordCss.link} to="/$slug/members/renewals" params={{ slug }}>
            Renewals at risk
          </Link>
          {can("bulk.run") && (
            <Link className={recordCss.link} to="/$slug/members/import" params={{ slug }}>
              Import members
            </Link>
          )}
          <Link className={recordCss.link} to="/$slug/members/cards" params={{ slug }}>
            Cards to make
          </Link>
          <Link className={recordCss.link} to="/$slug/members/gifts" params={{ slug }}>
            Gift memberships
          </Link>
          {can("export.rows") && (
            <RowDownload
              slug={slug}
              lists={[
                {
                  name: "members",
                  label: "Members",
                  hint: "As filtered in the list",
                  endpoint: downloadMembers,
                  columns: memberColumns,
                  filters: search,
                },
              ]}
            />
          )}
          {mayGive && (
            <Button size="small" onClick={() => setGiving(true)}>
              Give a membership away
            </Button>
          )}
        </>
      }
    >
      {isGiving && <GiveMembershipDialog slug={slug} onClose={() => setGiving(false)} />}
      <Filters slug={slug} search={search} />
      <ListViews slug={slug} screen="members" search={search} />
      <LoadState query={query} skeleton="control" count={6} />
      {isSuccess && members.length === 0 && <Empty search={search} isTooShort={data.pages[0]?.too_short === true} />}
      {members.length > 0 && (
        <ListTable
          view={view}
          label="Members"
          order="latest end of term first"
          rows={members}
          keyOf={({ id }) => id}
          cellsOf={cellsOfRow}
          isBusy={query.isPlaceholderData}
          bodyRef={list}
          className={css.columns}
        />
      )}
      <ShowMore query={query}>Show more members</ShowMore>
    </OfficePage>
  );
}

/** Replaces the address, so that a scanned number does not stay in the browser's history. */
const useOpenExact = (slug: string, exact: string | null): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (exact !== null) void navigate({ to: "/$slug/members/$id", params: { slug, id: exact }, replace: true });
  }, [navigate, slug, exact]);
};

const cellsOf = (member: MemberListRow, slug: string, timezone: string) => {
  const { id, name, email, member_number, level, type, state, valid_from, valid_to, renewal, order_number } = member;
  return {
    name: (
      <>
        <Link to="/$slug/members/$id" params={{ slug, id }} className={tableCss.open} data-row>
          {name || "Nobody named"}
        </Link>
        <span className={recordCss.quiet}>{email}</span>
      </>
    ),
    member_number: <span className={css.number}>{member_number}</span>,
    level: (
      <>
        <span>{level}</span>
        {type !== level && <span className={recordCss.quiet}>{type}</span>}
      </>
    ),
    valid_to: (
      <>
        <span>{formatTermEnd(valid_to, timezone)}</span>
        {renewal !== "none" && <span className={recordCss.quiet}>{renewalNames[renewal]}</span>}
      </>
    ),
    state: <MemberStateTag state={state} />,
    valid_from: formatDayOfMoment(valid_from, timezone),
    email,
    renewal: renewalNames[renewal],
    order_number,
  };
};

function Empty({ search, isTooShort }: { readonly search: MemberSearch; readonly isTooShort: boolean }) {
  const isFiltered = hasFilter(search);
  if (isTooShort) return <p className={tableCss.empty}>Too many members match one letter. Type at least two.</p>;
  return (
    <p className={tableCss.empty}>
      {isFiltered ? "No member matches." : "There are no members yet. They appear here when a membership is sold."}{" "}
      {isFiltered && (
        <Link to="." search={viewOfList(search)}>
          Show all members
        </Link>
      )}
    </p>
  );
}

function Filters({ slug, search }: { readonly slug: string; readonly search: MemberSearch }) {
  const navigate = useNavigate({ from: "/$slug/members" });
  const { data } = useQuery(memberLevelsQuery(slug));
  const set = (name: string, value: string): void =>
    void navigate({ search: (old: MemberSearch) => ({ ...old, [name]: value || undefined }), replace: true });
  const choice = (name: string, label: string, options: SelectProps["options"]) => (
    <Field label={label}>
      <Select
        value={search[name] ?? ""}
        onChange={({ target }) => set(name, target.value)}
        placeholder="All"
        options={options}
      />
    </Field>
  );
  const day = (name: string, label: string) => (
    <Field label={label}>
      <DayInput value={search[name] ?? ""} onChange={(day) => set(name, day)} />
    </Field>
  );
  return (
    <FilterForm search={search}>
      <SearchField
        value={search.q ?? ""}
        placeholder="Name, email, phone, number, post code, order"
        onSearch={(q) => set("q", q)}
      />
      <MoreFilters isFiltered={hasFilter({ ...search, q: undefined })}>
        {choice("level", "Level", data?.levels.map(({ id, name }) => ({ value: id, label: name })) ?? [])}
        {choice(
          "state",
          "State",
          memberStates.map((value) => ({ value, label: memberStateNames[value] })),
        )}
        {choice(
          "renewal",
          "Automatic renewal",
          memberRenewals.map((value) => ({ value, label: renewalNames[value] })),
        )}
        {day("ends_from", "Ends from")}
        {day("ends_to", "Ends until")}
      </MoreFilters>
    </FilterForm>
  );
}
