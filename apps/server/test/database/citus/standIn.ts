import { Client } from "pg";
import { cloneDatabase } from "../cloneDatabase.ts";

/** The Citus functions that `distributeTables` and `migrateCluster` call, without any nodes; it records the calls. */
const standIn = [
  "create schema stand_in",
  "create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod char, repmodel char)",
  "create table stand_in.pg_dist_object (classid oid, objid oid)",
  "create table stand_in.call (nth integer generated always as identity, what text)",
  `create function stand_in.create_reference_table(name text) returns void language sql as $$
     insert into stand_in.pg_dist_partition values (name::regclass, 'n', 't');
     insert into stand_in.call (what) values ('distribute ' || name) $$`,
  `create function stand_in.create_distributed_table(name text, by text, colocate_with text) returns void language sql as $$
     insert into stand_in.pg_dist_partition values (name::regclass, 'h', 's');
     insert into stand_in.call (what) values ('distribute ' || name || ' beside ' || colocate_with) $$`,
  "create function stand_in.create_distributed_function(name text) returns void language sql as 'select null::void'",
  `create function stand_in.truncate_local_data_after_distributing_table(name text) returns void language plpgsql as $$
     begin
       insert into stand_in.call (what) values ('truncate ' || name);
       execute 'truncate ' || name || ' cascade';
     end $$`,
  "set search_path = public, stand_in; set app.seller = '*'",
];

/** Only a superuser can create tables in the catalog schema, so the queries are redirected. */
export const openStandIn = async (): Promise<Client> => {
  const client = new Client({ ...(await cloneDatabase()).owner, options: "-c client_min_messages=error" });
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  const elsewhere = (text: string, values?: unknown[]) =>
    query(text.replaceAll("pg_catalog.pg_dist", "stand_in.pg_dist"), values);
  Object.assign(client, { query: elsewhere });
  await client.connect();
  for (const statement of standIn) await client.query(statement);
  return client;
};

/** The recorded calls in order: what each did, and to which table. */
export const callsOf = async (client: Client): Promise<string[]> =>
  (await client.query<{ what: string }>("select what from stand_in.call order by nth")).rows.map(({ what }) => what);
