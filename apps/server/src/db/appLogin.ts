import { Client } from "pg";
import type { ConnectionsConfig } from "./connections.ts";
import { newId } from "./newId.ts";
import { optionsOf, sessionSettings } from "./connection/sessionSettings.ts";
import { settingOf } from "./connection/tenantConnection.ts";

/** The role that has the app's rights, and that row-level security applies to. The first migration creates it. */
export const appRole = "foyer_app";

type Session = {
  readonly user: string;
  readonly owns: boolean;
  readonly secured: boolean;
  /** On Citus: the setting that decides which settings of a transaction reach the other nodes. Null on a single machine. */
  readonly propagated: string | null;
  /** On Citus: whether this node is the coordinator, which all servers connect to. True on a single machine. */
  readonly coordinates: boolean;
  readonly settings: Readonly<Record<keyof typeof sessionSettings, string | null>>;
};

/**
 * Refuses a login that could see or change more than the app may: one that owns the tables or is exempt from row-level
 * security, such as the owner's behind a pooler that drops start parameters. Refuses a pooler that ends transactions
 * early or keeps their settings, and a session without the settings that the app relies on.
 */
export const assertAppLogin = async (config: ConnectionsConfig): Promise<void> => {
  const { isPooled = false, graceMs: _, ...login } = config;
  const options = isPooled ? login.options : `${login.options ?? ""} ${optionsOf(sessionSettings)}`;
  const client = new Client({ ...login, options, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const problems = problemsOf(await readSession(client), await keptSeller(client), isPooled);
    if (problems.length > 0)
      throw new Error(`The app's login cannot be used:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  } finally {
    await client.end().catch(() => {});
  }
};

const settingNames = Object.keys(sessionSettings) as (keyof typeof sessionSettings)[];

/** Reads it inside a transaction, as every statement of the app runs. */
const readSession = async (client: Client): Promise<Session> => {
  await client.query(`begin; ${settingOf(newId())}`).catch((cause: unknown) => {
    throw new Error(
      `The app's login cannot begin a transaction; a pooler in front of it has to pool transactions: ${messageOf(cause)}`,
      { cause },
    );
  });
  const columns = settingNames.map((name) => `'${name}', current_setting('${name}', true)`).join(", ");
  const { rows } = await client.query<Omit<Session, "coordinates">>(
    `select current_user as user, row_security_active(c.oid) as secured, json_build_object(${columns}) as settings,
       (select current_setting('citus.propagate_set_commands', true) from pg_extension where extname = 'citus') as propagated,
       pg_has_role(current_user, c.relowner, 'member') or (select rolsuper from pg_roles where rolname = current_user) as owns
     from pg_class c where c.oid = 'public.cart'::regclass`,
  );
  const [session] = rows;
  if (!session) throw new Error("The database did not describe the session.");
  const coordinates = session.propagated === null || (await isCoordinator(client));
  await client.query("commit");
  return { ...session, coordinates };
};

const isCoordinator = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>("select citus_is_coordinator() as yes");
  return rows[0]?.yes === true;
};

/** The seller that is still set after its transaction has ended; an empty text if there is none. */
const keptSeller = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ seller: string | null }>(
    "select current_setting('app.seller', true) as seller",
  );
  return rows[0]?.seller ?? "";
};

const problemsOf = (
  { user, owns, secured, propagated, coordinates, settings }: Session,
  seller: string,
  isPooled: boolean,
): string[] => {
  const wrong = settingNames.filter((name) => !matches(name, settings[name]));
  return [
    owns && `It works as ${user}, who owns the tables. It has to work as a member of ${appRole} that owns nothing.`,
    !secured && `Row-level security does not apply to ${user}.`,
    seller !== "" && "The seller of a transaction is still set after its end.",
    propagated !== null &&
      !isPooled &&
      "The nodes of a cluster know no session's role: the server needs a login of its own in APP_DATABASE_URL.",
    propagated !== null &&
      propagated !== "local" &&
      `The seller of a transaction does not reach the other nodes: alter role ${user} set citus.propagate_set_commands = 'local';`,
    // Advisory locks and sequences exist per node.
    !coordinates && "It is not the coordinator of its cluster: every server has to use the coordinator's address.",
    isPooled &&
      wrong.length > 0 &&
      `Its sessions need settings: ${wrong.map((name) => `alter role ${user} set ${name} = '${sessionSettings[name]}';`).join(" ")}`,
  ].filter((line) => line !== false);
};

const matches = (name: keyof typeof sessionSettings, found: string | null): boolean => {
  if (name === "datestyle") return found?.startsWith("ISO") === true;
  // PostgreSQL returns them with a unit. The operator may choose other values, but zero means no limit.
  if (name === "statement_timeout" || name === "client_connection_check_interval")
    return found !== null && found !== "0";
  return found === sessionSettings[name];
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The statements that create or change the app's login. Run by the owner. */
export const appLoginStatements = (name: string, password: string): readonly string[] => {
  const role = `"${name.replaceAll('"', '""')}"`;
  return [
    `do $$ begin create role ${role} login; exception when duplicate_object then null; end $$`,
    `alter role ${role} login password '${password.replaceAll("'", "''")}'`,
    `grant ${appRole} to ${role}`,
    ...Object.entries(sessionSettings).map(([setting, value]) => `alter role ${role} set ${setting} = '${value}'`),
    // Makes the seller known to row-level security on every node.
    `do $$ begin if exists (select from pg_extension where extname = 'citus') then
       alter role ${role} set citus.propagate_set_commands = 'local'; end if; end $$`,
  ];
};
