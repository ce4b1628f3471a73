import { emailIs } from "../../../db/emailIs.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** What a search can match of an account. */
export type SoughtAccounts = {
  /** Lower case. */
  readonly email: string | null;
  /** Words of a name: each has to begin a word of an account's name, in any spelling. */
  readonly name_words: readonly string[];
  /** Digits with which an account's telephone number may begin. */
  readonly phone_beginnings: readonly string[];
};

/** The maximum number of identities examined. */
export const mostAccounts = 300;

/** No text with these beginnings is sorted after them by the collation `any_spelling`. */
export const endsOfSpellings = (beginnings: readonly string[]): string[] =>
  beginnings.map((beginning) => `${beginning}\uffff`);

/** The parameters of beginnings and of their ends. */
type Beginnings = readonly [string, string];

const spellings = ([beginnings, ends]: Beginnings): string =>
  `unnest(${beginnings}::text[], ${ends}::text[]) as b (beginning, beyond)`;

/** Columns are compared directly, since the index does not cover expressions. */
const accountsBy = (column: "first_name" | "last_name" | "phone", beginnings: Beginnings, condition: string) => `
  select i.id from ${spellings(beginnings)} cross join lateral (
    select i.id from identity i where i.seller_id = $1 and i.kind = 'user' and i.${column} is not null
      and i.${column} collate any_spelling >= b.beginning and i.${column} collate any_spelling < b.beyond and ${condition}
    limit ${mostAccounts}) i`;

/**
 * Every word has to begin a word of the name, where hyphenated names count as one word and as several. A single word was
 * matched already.
 */
const hasAllWords = (words: Beginnings) => `(cardinality(${words[0]}::text[]) < 2 or not exists (
  select from ${spellings(words)} where not exists (
    select from unnest(regexp_split_to_array(concat_ws(' ', i.first_name, i.last_name), '\\s+')
      || regexp_split_to_array(concat_ws(' ', i.first_name, i.last_name), '[\\s-]+') || i.first_name || i.last_name) as word
    where word collate any_spelling >= b.beginning and word collate any_spelling < b.beyond)))`;

type ByWords = {
  readonly words: Beginnings;
  readonly phones: Beginnings;
  /** On the account `i`. */
  readonly condition?: string;
};

/** The ids of accounts, by the beginnings of their names or telephone numbers. These people may have bought nothing. */
export const accountsByWords = ({ words, phones, condition = "true" }: ByWords): string => `
  ${accountsBy("last_name", words, `${hasAllWords(words)} and ${condition}`)}
  union ${accountsBy("first_name", words, `${hasAllWords(words)} and ${condition}`)}
  union ${accountsBy("phone", phones, condition)}`;

const isMember = `exists (select from membership m where m.seller_id = $1 and m.identity_id = i.id)`;

/** The accounts of members by what the account says: it may differ from the orders of their memberships. */
export const findMemberAccounts = async (
  pipeline: Pipeline,
  seller_id: string,
  { email, name_words, phone_beginnings }: SoughtAccounts,
): Promise<string[]> => {
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select f.id from (
       (select i.id from identity i where i.seller_id = $1 and i.kind = 'user' and i.email is not null and ${emailIs("i.email", "$2")}
          and ${isMember} limit ${mostAccounts})
       union ${accountsByWords({ words: ["$3", "$4"], phones: ["$5", "$6"], condition: isMember })}) f limit ${mostAccounts}`,
    [seller_id, email, name_words, endsOfSpellings(name_words), phone_beginnings, endsOfSpellings(phone_beginnings)],
  );
  return rows.map(({ id }) => id);
};
