import type { RequestContext } from "../../../http/requestContext.ts";
import { statement } from "../../../db/statements/statement.ts";

export type NewAttendee = {
  readonly ticket_id: string;
  readonly admit_name: string | null;
  /** Undefined keeps the address. */
  readonly admit_email: string | null | undefined;
};

/** Writes the names on booked tickets. */
export const updateAttendees = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  attendees: readonly NewAttendee[],
): Promise<void> => {
  await statement(
    db,
    `update ticket t set admit_name = n.admit_name, admit_email = case when n.keeps_email then t.admit_email else n.admit_email end
     from unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[]) as n (id, admit_name, admit_email, keeps_email)
     where t.seller_id = $1 and t.id = n.id and t.state = 'booked'`,
    [
      seller.id,
      attendees.map(({ ticket_id }) => ticket_id),
      attendees.map(({ admit_name }) => admit_name),
      attendees.map(({ admit_email }) => admit_email ?? null),
      attendees.map(({ admit_email }) => admit_email === undefined),
    ],
  );
};
