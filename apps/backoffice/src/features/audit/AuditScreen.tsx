import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { auditActionNames, auditActions } from "@foyer/contract/office/auditActions.ts";
import { downloadAudit, type AuditRow } from "@foyer/contract/office/auditLog.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { addressOf } from "../../shared/call.ts";
import { formatMoment } from "../../shared/format.ts";
import { OfficePage } from "../../shared/Page.tsx";
import { auditPage, meQuery, staffQuery, type AuditFilters } from "../../shared/queries.ts";
import css from "./AuditScreen.module.css";

const route = "/signed-in/$slug/audit" as const;

/** Who changed what. The filters are in the address, so that a copied link shows the same list. */
export function AuditScreen() {
  const { slug } = useParams({ from: route });
  const filters = useSearch({ from: route });
  const { data: me } = useQuery(meQuery);
  const seller = me?.sellers.find((one) => one.slug === slug);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ["audit", slug, filters],
    queryFn: ({ pageParam }) => auditPage(slug, filters, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const { from, to } = filters;
  return (
    <OfficePage
      title="Audit log"
      actions={
        from !== undefined && to !== undefined ? (
          <ButtonLink size="small" href={addressOf(downloadAudit, filters as never, slug).url} download>
            Download CSV
          </ButtonLink>
        ) : (
          <span className={css.quiet}>Choose both days to download</span>
        )
      }
    >
      <Filters slug={slug} filters={filters} canSeeStaff={seller?.permissions.includes("staff.read") === true} />
      {error && (
        <Banner tone="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Banner>
      )}
      {!isPending && !error && entries.length === 0 && (
        <p className={css.quiet}>Nothing matches these filters. Take one away to see more.</p>
      )}
      <ol className={css.entries} aria-busy={isPending} aria-label="Entries, newest first">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timezone={seller?.timezone ?? "UTC"} />
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </OfficePage>
  );
}

type FiltersProps = { readonly slug: string; readonly filters: AuditFilters; readonly canSeeStaff: boolean };

function Filters({ slug, filters, canSeeStaff }: FiltersProps) {
  const navigate = useNavigate({ from: "/$slug/audit" });
  const { data: staff } = useQuery({ ...staffQuery(slug), enabled: canSeeStaff });
  const set = (name: keyof AuditFilters) => (event: { readonly target: { readonly value: string } }) =>
    void navigate({ search: (old) => ({ ...old, [name]: event.target.value || undefined }), replace: true });
  const hasAny = Object.values(filters).some((value) => value !== undefined);
  return (
    <form className={css.filters} role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Field label="From">
        <TextInput type="date" value={filters.from ?? ""} onChange={set("from")} />
      </Field>
      <Field label="To">
        <TextInput type="date" value={filters.to ?? ""} onChange={set("to")} />
      </Field>
      {canSeeStaff && (
        <Field label="Person">
          <Select
            value={filters.staff_id ?? ""}
            onChange={set("staff_id")}
            placeholder="Everybody"
            options={staff?.staff.map(({ id, name }) => ({ value: id, label: name })) ?? []}
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
      {hasAny && (
        <Link to="." search={{}} className={css.clear}>
          Clear filters
        </Link>
      )}
    </form>
  );
}

const actorNames: Readonly<Record<AuditRow["actor"], string>> = {
  staff: "Somebody",
  command_line: "The command line",
  import: "An import",
  device: "A device",
  api_key: "An API key",
  buyer: "A buyer",
  job: "A job",
};

function Entry({ entry, timezone }: { readonly entry: AuditRow; readonly timezone: string }) {
  const { at, actor, staff, roles, action, entity_name, entity_kind, entity_id, before, after, reason, via } = entry;
  const thing = entity_name ?? (entity_kind === "call" ? entity_id : `a ${entity_kind}`);
  const [beginning = "", end = ""] = auditActions[action].sentence.split("{thing}");
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <li className={css.entry}>
      <time className={css.time} dateTime={at}>
        {formatMoment(at, timezone)}
      </time>
      <div className={css.summary}>
        <p>
          <strong>{staff?.name ?? actorNames[actor]}</strong> {beginning}
          {auditActions[action].sentence.includes("{thing}") && <strong>{thing}</strong>}
          {end}
          {reason !== null && reason !== "" && <span className={css.reason}> “{reason}”</span>}
        </p>
        {fields.length > 0 && <Changes {...{ fields, before, after }} />}
        <p className={css.quiet}>
          {[...roles.map((role) => role.replace("_", " ")), via.replace("_", " ")].join(" · ")}
        </p>
      </div>
    </li>
  );
}

type ChangesProps = Pick<AuditRow, "before" | "after"> & { readonly fields: readonly string[] };

/** Before and after, side by side. */
function Changes({ fields, before, after }: ChangesProps) {
  return (
    <dl className={css.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{field.replaceAll("_", " ")}</dt>
          <dd>
            {field in before && (
              <>
                <del>{wordsOf(before[field])}</del> <span aria-hidden>→</span>{" "}
              </>
            )}
            <ins>{wordsOf(after[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const wordsOf = (value: unknown): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value)
    ? value.map(String).join(", ").replaceAll("_", " ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
};
