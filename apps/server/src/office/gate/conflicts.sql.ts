import { sql } from "kysely";
import type { ConflictRow } from "@foyer/contract/office/gate/devices.ts";
import type { Database } from "../../db/connections.ts";
import { statement } from "../../db/statements/statement.ts";

/** Scans for which the gate and the records disagree and that nobody has reviewed, newest first; at most 100. */
export const conflictsOf = (db: Database, seller_id: string): Promise<ConflictRow[]> =>
  statement<ConflictRow>(
    db,
    `select c.id, c.at, c.conflict as kind, coalesce(d.name, a.name, 'a device') as by, c.shown, c.reason, e.name as event,
       coalesce(y.name, m.level_name) as type, o.order_number::text as order_number, f.at as entry_at, coalesce(fd.name, fa.name) as entry_by
     from scan c
     left join scan_device d on d.seller_id = $1 and d.id = c.device_id
     left join staff a on a.id = c.staff_id
     left join ticket t on t.seller_id = $1 and t.id = c.ticket_id
     left join membership m on m.seller_id = $1 and m.id = c.membership_id
     left join ticket_order o on o.seller_id = $1 and o.id = coalesce(t.ticket_order_id, m.ticket_order_id)
     left join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     left join event_template e on e.seller_id = $1 and e.id = coalesce(t.event_template_id, m.event_template_id)
     left join lateral (
       select n.at, n.device_id, n.staff_id from scan n
       where n.seller_id = $1 and n.ticket_id = c.ticket_id and n.counts = 'entry' and n.id <> c.id order by n.at limit 1) f on true
     left join scan_device fd on fd.seller_id = $1 and fd.id = f.device_id
     left join staff fa on fa.id = f.staff_id
     where c.seller_id = $1 and c.conflict is not null and c.resolved_at is null
     order by c.at desc limit 100`,
    [seller_id],
  );

export const markResolved = async (
  db: Database,
  { seller_id, scan_id, staff_id }: { seller_id: string; scan_id: string; staff_id: string },
): Promise<boolean> => {
  const row = await db
    .updateTable("scan")
    .set({ resolved_at: sql<string>`app_now()`, resolved_by: staff_id })
    .where("seller_id", "=", seller_id)
    .where("id", "=", scan_id)
    .where("conflict", "is not", null)
    .where("resolved_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};
