import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { auditActions } from "@foyer/contract/office/staff/auditActions.ts";
import type { AuditRow } from "@foyer/contract/office/staff/auditLog.ts";
import { formatMoment } from "../format/format.ts";
import { changedValue } from "./changedValue.ts";
import css from "./Audit.module.css";

type ThingProps = { readonly entry: AuditRow; readonly slug: string; readonly children: ReactNode };

/** Links to the entity's screen or, if it has none, to its other entries. */
function Thing({ entry: { entity_kind, entity_id }, slug, children }: ThingProps) {
  const shared = { className: css.thing, children };
  const [chapter = "", key = ""] = entity_kind === "chapter" ? entity_id.split("/") : [];
  if (entity_kind === "order")
    return <Link to="/$slug/orders/$number" params={{ slug, number: entity_id }} {...shared} />;
  if (entity_kind === "member") return <Link to="/$slug/members/$id" params={{ slug, id: entity_id }} {...shared} />;
  if (entity_kind === "code") return <Link to="/$slug/codes/$id" params={{ slug, id: entity_id }} {...shared} />;
  if (entity_kind === "gift_card")
    return <Link to="/$slug/gift-cards/$id" params={{ slug, id: entity_id }} {...shared} />;
  if (chapter === "event") return <Link to="/$slug/catalogue/event/$key" params={{ slug, key }} {...shared} />;
  if (entity_kind === "chapter")
    return <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: entity_id }} {...shared} />;
  return (
    <Link
      to="/$slug/audit"
      params={{ slug }}
      search={(old) => ({ ...old, entity_kind, entity_id }) as never}
      {...shared}
    />
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
  const { at, actor, staff, roles, action, entity_name, entity_kind, entity_id, before, after, reason, via } = entry;
  const thing = entity_name ?? (entity_kind === "call" ? entity_id : `a ${entity_kind.replaceAll("_", " ")}`);
  const [beginning = "", end = ""] = auditActions[action].sentence.split("{thing}");
  return (
    <li className={css.entry}>
      <time className={css.time} dateTime={at}>
        {formatMoment(at, timezone)}
      </time>
      <div className={css.summary}>
        <p>
          <strong>{staff?.name ?? actorNames[actor]}</strong> {beginning}
          {auditActions[action].sentence.includes("{thing}") && (
            <Thing entry={entry} slug={slug}>
              {thing}
            </Thing>
          )}
          {end}
          {reason !== null && reason !== "" && <span className={css.reason}> “{reason}”</span>}
        </p>
        <Changes before={before} after={after} timezone={timezone} />
        <p className={css.quiet}>
          {[...roles.map((role) => role.replace("_", " ")), via.replace("_", " ")].join(" · ")}
        </p>
      </div>
    </li>
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
