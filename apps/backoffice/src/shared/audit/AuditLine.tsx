import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { auditActions } from "@foyer/contract/office/staff/auditActions.ts";
import type { AuditRow } from "@foyer/contract/office/staff/auditLog.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { formatMoment } from "../format/format.ts";
import { changedValue } from "./changedValue.ts";
import { useOwnSeller } from "../queries.ts";
import { thingTarget } from "./thingTarget.ts";
import css from "./Audit.module.css";

type Can = (permission: Permission) => boolean;
type ThingProps = { readonly entry: AuditRow; readonly slug: string; readonly can: Can; readonly children: ReactNode };

/** Links to the thing's screen or, if it has none that the reader can see, to its other entries. */
function Thing({ entry, slug, can, children }: ThingProps) {
  const { entity_kind, entity_id } = entry;
  const target = thingTarget(entry, can);
  const { to, params, search } = target ?? {
    to: "/$slug/audit",
    params: {},
    search: (old: object) => ({ ...old, entity_kind, entity_id }),
  };
  return (
    <Link className={css.thing} to={to as never} params={{ slug, ...params } as never} search={search as never}>
      {children}
    </Link>
  );
}

export const actorNames: Readonly<Record<AuditRow["actor"], string>> = {
  staff: "Somebody",
  command_line: "The command line",
  import: "An import",
  device: "A device",
  api_key: "An API key",
  buyer: "A buyer",
  job: "A job",
};

type EntryProps = { readonly entry: AuditRow; readonly slug: string; readonly timezone: string };

/** An entry: what was done, by whom and to what, with the values before and after. */
export function AuditLine({ entry, slug, timezone }: EntryProps) {
  const {
    at,
    actor,
    staff,
    roles,
    action,
    entity_name,
    entity_kind,
    entity_id,
    before,
    after,
    reason,
    via,
    request_id,
  } = entry;
  const thing = entity_name ?? (entity_kind === "call" ? entity_id : `a ${entity_kind.replaceAll("_", " ")}`);
  const { can } = useOwnSeller(slug);
  const [beginning = "", end = ""] = auditActions[action].sentence.split("{thing}");
  return (
    <li className={css.entry}>
      <time className={css.time} dateTime={at}>
        {formatMoment(at, timezone)}
      </time>
      <div className={css.summary}>
        <p>
          <Actor staff={staff} slug={slug}>
            {staff?.name ?? actorNames[actor]}
          </Actor>{" "}
          {beginning}
          {auditActions[action].sentence.includes("{thing}") && (
            <Thing entry={entry} slug={slug} can={can}>
              {thing}
            </Thing>
          )}
          {end}
          {reason !== null && reason !== "" && <span className={css.reason}> “{reason}”</span>}
        </p>
        <Changes before={before} after={after} timezone={timezone} />
        <p className={css.quiet}>
          {[...roles.map((role) => role.replace("_", " ")), via.replace("_", " ")].join(" · ")}
          {request_id !== null && (
            <>
              {" · request "}
              <code>{request_id}</code>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

type ActorProps = Pick<AuditRow, "staff"> & { readonly slug: string; readonly children: ReactNode };

/** A staff member's name links to what they did. */
function Actor({ staff, slug, children }: ActorProps) {
  if (!staff) return <strong>{children}</strong>;
  return (
    <Link
      className={css.thing}
      to="/$slug/audit"
      params={{ slug }}
      search={(old) => ({ ...old, staff_id: staff.id }) as never}
    >
      {children}
    </Link>
  );
}

type ChangesProps = Pick<AuditRow, "before" | "after"> & { readonly timezone: string };

/** The values before and after, side by side. */
export function Changes({ before, after, timezone }: ChangesProps) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return null;
  return (
    <dl className={css.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{field.replaceAll("_", " ")}</dt>
          <dd>
            {field in before && (
              <>
                <del>{changedValue(before[field], timezone)}</del> <span aria-hidden>→</span>{" "}
              </>
            )}
            <ins>{changedValue(after[field], timezone)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
