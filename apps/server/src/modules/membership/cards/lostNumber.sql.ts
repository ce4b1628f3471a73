import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

/** Locks every term of a card. The caller has locked the term from which the number was read. */
export const lockTermsOfNumber = async (
  pipeline: Pipeline,
  seller_id: string,
  member_number: string,
): Promise<readonly { readonly id: string; readonly ticket_id: string }[]> =>
  statement(
    pipeline,
    `select id, ticket_id from membership where seller_id = $1 and member_number = $2 order by id for update`,
    [seller_id, member_number],
  );

/** Records the numbers and codes of a card before they are replaced, so that the gate recognises and refuses them. */
export const keepReplacedNumber = async (
  pipeline: Pipeline,
  seller_id: string,
  member_number: string,
): Promise<void> => {
  await statement(
    pipeline,
    `insert into replaced_code (seller_id, code_hash, ticket_id)
     select $1, sha256(convert_to(c.code, 'UTF8')), m.ticket_id
     from membership m join ticket t on t.seller_id = $1 and t.id = m.ticket_id
     cross join lateral (values (m.member_number), (m.scan_code), (t.scan_code)) c (code)
     where m.seller_id = $1 and m.member_number = $2 and c.code is not null
     order by m.valid_from desc on conflict do nothing ${withAnswer}`,
    [seller_id, member_number],
  );
};

/**
 * Records the codes of tickets whose card was passed on, so that the gate recognises and refuses them, and also the
 * card's former number and code, unless its former owner keeps a term with them. Runs before the tickets get new codes.
 */
export const savePassedCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  card: { readonly ticket_ids: readonly string[]; readonly member_number: string; readonly scan_code: string },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into replaced_code (seller_id, code_hash, ticket_id)
     select $1, sha256(convert_to(c.code, 'UTF8')), t.id
     from ticket t
     cross join (select exists (select from membership m
       where m.seller_id = $1 and m.member_number = $3 and m.state = 'active' and coalesce(m.valid_to > app_now(), true)) as it) stays
     cross join lateral (values (t.scan_code), (case when not stays.it then $3 end), (case when not stays.it then $4 end)) c (code)
     where t.seller_id = $1 and t.id = any($2::uuid[]) and c.code is not null
     order by t.id on conflict do nothing ${withAnswer}`,
    [seller_id, card.ticket_ids, card.member_number, card.scan_code],
  );
};

/** Sets a card's new number and code in all its terms and on their tickets. */
export const setNumber = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    member_number,
    new_number,
    scan_code,
    tickets,
  }: {
    readonly member_number: string;
    readonly new_number: string;
    readonly scan_code: string;
    /** Each ticket with its new code. */
    readonly tickets: readonly { readonly id: string; readonly scan_code: string }[];
  },
): Promise<void> => {
  await statement(
    pipeline,
    `update membership set member_number = $3, scan_code = $4 where seller_id = $1 and member_number = $2`,
    [seller_id, member_number, new_number, scan_code],
  );
  await setTicketCodes(pipeline, seller_id, tickets);
};

/** Gives tickets of cards new codes. */
export const setTicketCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly { readonly id: string; readonly scan_code: string }[],
): Promise<void> => {
  await statement(
    pipeline,
    `update ticket t set scan_code = n.scan_code, code_number = t.code_number + 1
     from unnest($2::uuid[], $3::text[]) as n (id, scan_code)
     where t.seller_id = $1 and t.id = n.id and t.scan_code is not null and t.state in ('booked', 'redeemed')`,
    [seller_id, tickets.map(({ id }) => id), tickets.map(({ scan_code }) => scan_code)],
  );
};
