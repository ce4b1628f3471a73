import type {
  downloadMembers,
  downloadOrders,
  downloadPersons,
  downloadTickets,
} from "@foyer/contract/office/orders/rowDownloads.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { wantedOrders } from "../desk/list/listOrders.ts";
import { wantedMembers } from "../members/listMembers.ts";
import { memberCells, orderCells, personCells, ticketCells, type CellOf } from "./cells.ts";
import { listedMembers, listedOrders, listedPersons, listedTickets } from "./listedRows.ts";
import { download } from "../downloads/table.ts";

const oneLetter = () => new Refused({ code: "bad_field_value", context: "order", extra: { fields: ["q"] } });

export const downloadOrderList = async (
  ctx: StaffContext,
  { columns, ...sent }: StaffReceived<typeof downloadOrders>,
): Promise<StreamedReply> => {
  const wanted = await wantedOrders(ctx, sent);
  if (!wanted) throw oneLetter();
  return sendList(ctx, { list: "orders", columns, sent, cells: orderCells, rows: listedOrders(ctx, wanted) });
};

export const downloadTicketList = async (
  ctx: StaffContext,
  { columns, ...sent }: StaffReceived<typeof downloadTickets>,
): Promise<StreamedReply> => {
  const wanted = await wantedOrders(ctx, sent);
  if (!wanted) throw oneLetter();
  return sendList(ctx, { list: "tickets", columns, sent, cells: ticketCells, rows: listedTickets(ctx, wanted) });
};

export const downloadPersonList = async (
  ctx: StaffContext,
  { columns, ...sent }: StaffReceived<typeof downloadPersons>,
): Promise<StreamedReply> => {
  const wanted = await wantedOrders(ctx, sent);
  if (!wanted) throw oneLetter();
  const rows = listedPersons(ctx, wanted.filter);
  return sendList(ctx, { list: "persons", columns, sent, cells: personCells, rows });
};

/** Finance can download rows but must not see members. */
export const downloadMemberList = async (
  ctx: StaffContext,
  { columns, ...sent }: StaffReceived<typeof downloadMembers>,
): Promise<StreamedReply> => {
  if (!ctx.staff.can("member.read")) throw new Refused({ code: "access_denied", context: "staff" });
  const wanted = await wantedMembers(ctx, sent);
  if (!wanted) throw oneLetter();
  return sendList(ctx, { list: "members", columns, sent, cells: memberCells, rows: listedMembers(ctx, wanted) });
};

type SentList<Name extends string, Row> = {
  readonly list: "orders" | "tickets" | "persons" | "members";
  readonly columns: readonly Name[];
  readonly sent: Readonly<Record<string, unknown>>;
  readonly cells: Readonly<Record<Name, CellOf<Row>>>;
  readonly rows: AsyncIterable<Row>;
};

/** Writes the download to the audit log and sends the rows while they are read. */
const sendList = async <Name extends string, Row>(
  ctx: StaffContext,
  { list, columns, sent, cells, rows }: SentList<Name, Row>,
): Promise<StreamedReply> => {
  // The search text may name a person, so it is not recorded.
  const { q, ...filters } = sent;
  await changing(ctx, (ctx) =>
    audit(ctx, {
      action: "rows.downloaded",
      entity: { kind: "list", id: list },
      after: {
        name: list,
        columns,
        ...(Object.keys(filters).length > 0 && { filters }),
        ...(q !== undefined && { was_searched: true }),
      },
    }),
  );
  const lines = async function* () {
    for await (const row of rows) yield columns.map((name) => cells[name](row, ctx.seller));
  };
  const day = ctx.now.toZonedDateTimeISO(ctx.seller.timezone).toPlainDate().toString();
  return download({ name: `${list}-${ctx.seller.slug}-${day}`, header: columns, rows: lines() }, "csv");
};
