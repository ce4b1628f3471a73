import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { auditActionNames, auditActions, auditEntities } from "@foyer/contract/office/staff/auditActions.ts";
import { downloadAudit, overriddenRules, type AuditRow } from "@foyer/contract/office/staff/auditLog.ts";
import { ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select, type SelectProps } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { addressOf } from "../../shared/call.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { SavedViews } from "../../shared/list/SavedViews.tsx";
import { auditQuery, staffNamesQuery, useOwnSeller, type AuditFilters } from "../../shared/queries.ts";
import { AuditLine } from "../../shared/audit/AuditLine.tsx";
import { acceptedOf, hasFilter } from "../../shared/list/listSearch.ts";
import { ShowMore } from "../../shared/list/ShowMore.tsx";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "../../shared/audit/Audit.module.css";
import { DayInput } from "../../shared/fields/DayInput.tsx";

const route = "/signed-in/$slug/audit" as const;

/** The audit log: who changed what. The filters are in the address, so that a copied link shows the same list. */
export function AuditScreen() {
  const { slug } = useParams({ from: route });
  const filters = useSearch({ from: route });
  const { timezone, can } = useOwnSeller(slug);
  const query = useInfiniteQuery(auditQuery(slug, filters));
  const { data, isSuccess, isPending, isPlaceholderData } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const { from, to } = filters;
  const isUsual = filters.sort === undefined;
  return (
    <OfficePage
      title="Audit log"
      actions={
        from !== undefined && to !== undefined ? (
          <ButtonLink
            size="small"
            href={addressOf(downloadAudit, acceptedOf(downloadAudit, filters), slug).url}
            download
          >
            Download CSV
          </ButtonLink>
        ) : (
          <span className={css.quiet}>Choose both days to download</span>
        )
      }
    >
      <Filters slug={slug} filters={filters} canSeeStaff={can("staff.read")} shownName={nameIn(entries, filters)} />
      <Views slug={slug} filters={filters} />
      <LoadState query={query} />
      {isSuccess && entries.length === 0 && (
        <p className={css.quiet}>Nothing matches these filters. Take one away to see more.</p>
      )}
      <ol
        className={listsCss.framed}
        aria-busy={isPending || isPlaceholderData}
        aria-label={isUsual ? "Entries, newest first" : "Entries, oldest first"}
      >
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} slug={slug} timezone={timezone} />
        ))}
      </ol>
      <ShowMore query={query}>{isUsual ? "Show older entries" : "Show newer entries"}</ShowMore>
    </OfficePage>
  );
}

/** A search in the reasons is not saved with a view. */
function Views({ slug, filters: all }: Pick<FiltersProps, "slug" | "filters">) {
  const { reason: _, ...filters } = all;
  const navigate = useNavigate({ from: "/$slug/audit" });
  return (
    <SavedViews
      {...{ slug, filters }}
      screen="audit"
      onChoose={(chosen) => void navigate({ search: chosen, replace: true })}
    />
  );
}

type FiltersProps = {
  readonly slug: string;
  readonly filters: AuditFilters;
  readonly canSeeStaff: boolean;
  /** The name of the person whose entries are shown. */
  readonly shownName: string | undefined;
};

/** The name of the filtered person, who may no longer be one of the staff. */
const nameIn = (entries: readonly AuditRow[], { staff_id }: AuditFilters): string | undefined =>
  entries.find(({ staff }) => staff !== null && staff.id === staff_id)?.staff?.name;

function Filters({ slug, filters, canSeeStaff, shownName }: FiltersProps) {
  const navigate = useNavigate({ from: "/$slug/audit" });
  const { data: staff } = useQuery({ ...staffNamesQuery(slug), enabled: canSeeStaff });
  const set = (name: keyof AuditFilters) => (event: { readonly target: { readonly value: string } }) =>
    void navigate({ search: (old) => ({ ...old, [name]: event.target.value || undefined }), replace: true });
  const hasAny = hasFilter(filters);
  return (
    <form className={css.filters} role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Field label="From">
        <DayInput value={filters.from ?? ""} onChange={(day) => set("from")({ target: { value: day } })} />
      </Field>
      <Field label="To">
        <DayInput value={filters.to ?? ""} onChange={(day) => set("to")({ target: { value: day } })} />
      </Field>
      {canSeeStaff && (
        <Field label="Person">
          <Select
            value={filters.staff_id ?? ""}
            onChange={set("staff_id")}
            placeholder="Everybody"
            options={withChosen(staff?.staff ?? [], filters.staff_id, shownName)}
          />
        </Field>
      )}
      <Field label="Action">
        <Select
          value={filters.action ?? ""}
          onChange={set("action")}
          placeholder="Everything"
          options={auditActionNames.map((value) => ({
            value,
            label: auditActions[value].sentence.replace("{thing}", "…"),
          }))}
        />
      </Field>
      {filters.entity_id === undefined && (
        <Field label="Thing">
          <Select
            value={filters.entity_kind ?? ""}
            onChange={set("entity_kind")}
            placeholder="All things"
            options={auditEntities.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
          />
        </Field>
      )}
      <Field label="Beyond the rules">
        <Select
          value={filters.rule ?? ""}
          onChange={set("rule")}
          placeholder="Everything"
          options={ruleOptions(filters.rule)}
        />
      </Field>
      <Field label="Order">
        <Select
          value={filters.sort ?? ""}
          onChange={set("sort")}
          options={[
            { value: "", label: "Newest first" },
            { value: "at", label: "Oldest first" },
          ]}
        />
      </Field>
      <ReasonField value={filters.reason ?? ""} onSearch={(reason) => set("reason")({ target: { value: reason } })} />
      {!canSeeStaff && filters.staff_id !== undefined && (
        <Link to="." search={(old) => ({ ...old, staff_id: undefined })} className={css.clear}>
          Only one person: show everybody
        </Link>
      )}
      {filters.entity_id !== undefined && (
        <Link to="." search={(old) => ({ ...old, entity_kind: undefined, entity_id: undefined })} className={css.clear}>
          Only {thingOf(filters.entity_kind ?? "thing", filters.entity_id)}: show everything
        </Link>
      )}
      {hasAny && (
        <Link to="." search={({ sort }) => ({ sort })} className={css.clear}>
          Clear filters
        </Link>
      )}
    </form>
  );
}

type Named = { readonly id: string; readonly name: string };

/** The staff to choose from, with the chosen person even if they were removed. */
const withChosen = (
  staff: readonly Named[],
  chosen: string | undefined,
  name = "Somebody else",
): SelectProps["options"] =>
  (chosen === undefined || staff.some(({ id }) => id === chosen) ? staff : [...staff, { id: chosen, name }]).map(
    (one) => ({ value: one.id, label: one.name }),
  );

const ruleNames: Readonly<Record<string, string>> = { any: "Any rule", ...overriddenRules };
/** A link may name a rule that is not listed. */
const ruleOptions = (chosen = "any"): SelectProps["options"] =>
  [...new Set([...Object.keys(ruleNames), chosen])].map((value) => ({
    value,
    label: ruleNames[value] ?? value.replaceAll("_", " "),
  }));

/** Searches once typing is finished, with Enter or when the field is left. */
function ReasonField({ value, onSearch }: { readonly value: string; readonly onSearch: (reason: string) => void }) {
  return (
    <Field label="Reason">
      <TextInput
        key={value}
        type="search"
        defaultValue={value}
        placeholder="A part of it"
        onBlur={({ target }) => target.value.trim() !== value && onSearch(target.value.trim())}
        onKeyDown={(event) => event.key === "Enter" && onSearch(event.currentTarget.value.trim())}
      />
    </Field>
  );
}

const thingOf = (kind: string, id: string): string =>
  kind === "order" ? `order ${id}` : `this ${kind.replaceAll("_", " ")}`;
