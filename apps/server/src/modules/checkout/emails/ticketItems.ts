import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { membershipFacts } from "./membershipFacts.ts";

/** The lines that contain these tickets: event, date, and the number of each type. `label` precedes the names. */
export const ticketItems = (
  seller: Seller,
  lines: readonly CartLine[],
  tickets: ReadonlySet<string>,
  label?: string,
): EmailPart[] =>
  lines.flatMap((line) => {
    const types = line.types.flatMap(({ name, ticket_ids }) => {
      const count = ticket_ids.filter((id) => tickets.has(id)).length;
      return count > 0 ? [`${count} × ${singleLine(name)}`] : [];
    });
    if (types.length === 0) return [];
    const facts = [...membershipFacts(seller, line), formatDateTime(line, seller.locale), types.join(", ")].map(
      (fact) => singleLine(fact),
    );
    const name = [...(label === undefined ? [] : [label]), line.name].map((text) => singleLine(text)).join(" ");
    return [{ kind: "item", name, facts: facts.filter(Boolean), rows: [] }];
  });
