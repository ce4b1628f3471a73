import { parseArgs } from "node:util";
import type { Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { originOf } from "../../providers/sellerOrigin.ts";
import { readSellerHost, setSellerHost } from "../hosts/sellerHost.sql.ts";
import type { Command, CommandContext } from "../command.ts";
import { commandScope } from "../commandScope.ts";

const options = { forget: { type: "boolean", default: false } } as const;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostPattern = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?=[a-z])${label}$`);

/** `foyer seller host`: the host name that serves only this seller's pages. */
export const sellerHostCommand: Command = {
  usage: "host SLUG [HOST|--forget]",
  description: [
    "host        shows or sets the seller's own host name, like tickets.harbor.example. In production a tag container",
    "            needs one. Visitors start new sessions there; links to the old address redirect to it",
    "--forget    removes the host name; the seller's pages are at BASE_URL again",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [, slug, given, ...others] = positionals;
    if (slug === undefined || others.length > 0) throw new Error("foyer seller host needs the slug of one seller.");
    if (values.forget && given !== undefined) throw new Error("Give either a host or --forget.");
    const connections = await context.openConnections();
    const db = connections.acrossSellers();
    const { origin: baseUrl } = await context.openProviders(connections);
    const seller = await readSellerHost(db, slug);
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    if (values.forget) await changeHost(db, seller, null);
    if (given !== undefined) await changeHost(db, seller, parseHost(given, baseUrl));
    return printHost(context, baseUrl, (await readSellerHost(db, slug)) ?? seller);
  },
};

const changeHost = (
  db: Database,
  { id, host: before }: { readonly id: string; readonly host: string | null },
  host: string | null,
): Promise<void> =>
  transact({ db }, async ({ db }) => {
    await setSellerHost(db, id, host);
    const entity = { kind: "seller", id } as const;
    await writeEntry(commandScope(db, id), {
      action: "seller.host_set",
      entity,
      before: { host: before },
      after: { host },
    });
  });

/** A name with non-ASCII letters is stored as browsers send it. */
const parseHost = (given: string, baseUrl: string): string => {
  const url = URL.parse(`https://${given}`);
  const host = url?.hostname ?? "";
  if (url?.href !== `https://${host}/` || !hostPattern.test(host))
    throw new Error(
      `'${given}' is not a host name. Use letters, digits, hyphens and dots, like tickets.harbor.example.`,
    );
  if (host === new URL(baseUrl).hostname)
    throw new Error(`'${host}' is the host of BASE_URL, which all sellers share. Choose another host.`);
  return host;
};

const printHost = (
  { print }: CommandContext,
  baseUrl: string,
  { slug, host, has_container }: { slug: string; host: string | null; has_container: boolean },
): number => {
  print(
    `${slug} is at ${originOf(baseUrl, { host: host ?? undefined })}/${slug}${host === null ? ", an address that sellers share" : ""}.`,
  );
  if (has_container && host === null)
    print("Its tag container is not loaded in production: it needs a host of its own.");
  return 0;
};
