import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { statement, type Pipeline } from "../../../../db/statements/statement.ts";

/** A ticket that was sent on, with what e-mails show of it. */
export type SentTicketRow = {
  readonly id: string;
  readonly sending_id: string;
  /** The recipient's address; null once erased. */
  readonly email: string | null;
  readonly event_session_id: string | null;
  readonly event_name: string;
  readonly type_name: string;
  readonly timezone: string;
  readonly ticket_date_time: string | null;
  readonly start_datetime: string | null;
  readonly all_day: boolean;
};

type Selected = Omit<SentTicketRow, "all_day"> & {
  readonly end_datetime: string | null;
  readonly event_type: string;
  readonly names_start: boolean;
};

/** Those of the tickets that were sent on, earliest session first. */
export const sentTicketsAmong = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<SentTicketRow[]> => {
  const rows = await statement<Selected>(
    pipeline,
    `select t.id, t.sending_id, d.email, t.event_session_id, e.name as event_name, y.name as type_name, e.timezone,
       e.meta ->> 'ticket_date_time' as ticket_date_time, s.start_datetime, s.end_datetime, e.event_type,
       coalesce(e.meta ->> 'names_start' = 'true', false) as names_start
     from ticket t
     join ticket_sending d on d.seller_id = t.seller_id and d.id = t.sending_id
     join ticket_type y on y.seller_id = t.seller_id and y.id = t.ticket_type_id
     join event_template e on e.seller_id = t.seller_id and e.id = t.event_template_id
     left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
     where t.seller_id = $1 and t.id = any($2::uuid[])
     order by s.start_datetime, t.event_session_id, y.rank, t.id`,
    [seller_id, ticket_ids],
  );
  return rows.map(({ end_datetime, event_type, names_start, ...row }) => ({
    ...row,
    all_day:
      row.start_datetime !== null &&
      end_datetime !== null &&
      isAllDay({ start_datetime: row.start_datetime, end_datetime }, { event_type, names_start }),
  }));
};
