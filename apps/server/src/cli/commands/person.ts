import { parseArgs } from "node:util";
import { isEmail } from "@foyer/rules/values/email.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { transact } from "../../db/transact.ts";
import type { Database } from "../../db/connections.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { keyedGateways } from "../../providers/payments/gatewayRegistry.ts";
import { commandScope } from "../commandScope.ts";
import { erasePerson, type Erasure, type EraseOptions } from "../person/erasePerson.ts";
import { recordRequest } from "../person/personRequest.sql.ts";
import { personalTables, type PersonalTableName } from "../person/personalData.ts";
import { findPerson, readPersonalRows, scopesOfAddresses } from "../person/personScope.sql.ts";
import type { Command } from "../command.ts";

const options = { "dry-run": { type: "boolean" }, force: { type: "boolean" } } as const;
type Print = (line: string) => void;
type Shop = { readonly db: Database; readonly seller: Seller };

/** `foyer person`: handles requests for access to personal data, and for its erasure. */
export const personCommand: Command = {
  usage: "export SLUG EMAIL | erase SLUG EMAIL [--dry-run] [--force]",
  description: [
    "export     prints everything that a seller stores about the person with this e-mail address, as JSON",
    "erase      deletes their carts and logins, and takes names and addresses out of orders, tickets and e-mails;",
    "           amounts are kept for accounting. Refused while a payment is open, a ticket is for a future visit",
    "           or a membership is valid; exit code 1",
    "--dry-run  prints what would be erased",
    "--force    erases anyway, and cancels the automatic renewal of memberships",
    "With '-' as EMAIL, the address is read from the standard input.",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action, slug, given, ...others] = positionals;
    if ((action !== "export" && action !== "erase") || slug === undefined || given === undefined || others.length > 0)
      throw new Error(`foyer person ${personCommand.usage}`);
    if (action === "export" && (values.force || values["dry-run"]))
      throw new Error("--dry-run and --force need erase.");
    const email = (given === "-" ? await context.readInput() : given).trim();
    if (!isEmail(email)) throw new Error("That is not an e-mail address.");
    const connections = await context.openConnections();
    const seller = await sellerFinder(connections.acrossSellers(), 0)(slug);
    if (!seller) throw new Error(`There is no seller '${slug}'.`);
    const shop = { db: connections.forSeller(seller.id), seller };
    if (action === "export") return exportPerson(shop, email, context.print, context.now);
    return erase(shop, email, { force: values.force ?? false, dryRun: values["dry-run"] ?? false }, context.print);
  },
};

const exportPerson = (shop: Shop, email: string, print: Print, now: Temporal.Instant): Promise<number> =>
  transact(shop, async ({ db, seller }) => {
    const scope = await findPerson(db, seller.id, email);
    const tables: Record<string, readonly Record<string, unknown>[]> = {};
    const scopes = await scopesOfAddresses(db, scope);
    for (const table of Object.keys(personalTables) as PersonalTableName[]) {
      const rows: Record<string, unknown>[] = [];
      for (const one of scopes) rows.push(...(await readPersonalRows(db, table, one)));
      tables[table] = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
    }
    const counts = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
    const isKnown = Object.values(counts).some((count) => count > 0);
    if (isKnown) {
      const id = await recordRequest(db, scope, { action: "export", counts, forced: false });
      await writeEntry(commandScope(db, seller.id), { action: "person.exported", entity: { kind: "person", id } });
    }
    print(JSON.stringify({ seller: seller.slug, email: scope.email, exported_at: now.toString(), ...tables }, null, 2));
    return 0;
  });

const erase = async (shop: Shop, email: string, options: EraseOptions, print: Print): Promise<number> => {
  const erasure = await erasePerson(shop, email, options);
  switch (erasure.result) {
    case "unknown":
      print("Nothing is stored about this address.");
      return 0;
    case "refused":
      print("Nothing was erased, because data of this person is still needed:");
      for (const blocker of erasure.blockers) print(`  ${blocker}`);
      print("--force erases it anyway.");
      return 1;
    default:
      for (const [name, count] of Object.entries(erasure.counts)) print(`${name}\t${count}`);
      for (const line of restLines(erasure)) print(line);
      print(
        erasure.result === "dryRun"
          ? "This would be erased. It cannot be undone."
          : `Erased; request ${erasure.request_id} is on record.`,
      );
      return 0;
  }
};

/** The maximum number of payments to list for looking a person up at their payment provider; there may be more. */
const namedPayments = 50;

type Rest = Pick<Extract<Erasure, { readonly counts: object }>, "kept" | "atProviders">;

/** What is kept and why, and what is left to do at payment providers. */
const restLines = ({ kept: { orders, payments, tickets, scans }, atProviders }: Rest): string[] => [
  `Kept without a name, for the books and the figures: orders ${orders}, payments ${payments}, tickets ${tickets}, check-ins ${scans}.`,
  ...atProviders.flatMap(({ gateway_id, payments }) => {
    const label = keyedGateways.find((gateway) => gateway.gateway_id === gateway_id)?.keys.label;
    if (label === undefined) return [];
    return [
      `${label} keeps ${payments.length} of these payments with what the person entered there; kept cards are deleted there by the server. Ask ${label} to erase the person, or do it in its dashboard:`,
      ...payments.slice(0, namedPayments).map((payment) => `  ${payment}`),
      ...(payments.length > namedPayments ? [`  and ${payments.length - namedPayments} more`] : []),
    ];
  }),
];
