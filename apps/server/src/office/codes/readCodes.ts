import { Readable } from "node:stream";
import {
  codePageSize,
  type CodeListRow,
  type downloadCodes,
  type listCodeBatches,
  type listCodeGroups,
  type listCodes,
  type readCode,
} from "@foyer/contract/office/catalogue/codes.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { promoParameter } from "@foyer/rules/forms/promoCode.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { codesOfBatch, findCodeBatch, newestCodeBatches } from "../../modules/codes/batches/codeRecords.ts";
import { csvLine } from "../downloads/csvLine.ts";
import { limitOf } from "./codeRules.ts";
import { codeCursor, readCodeUse, selectCode, selectCodes, selectGroups, type DeskCodeRow } from "./codes.sql.ts";

export const codeNotFound = (): Refused => new Refused({ code: "not_found", context: "code" });

const presentCode = (row: DeskCodeRow): CodeListRow => {
  const { id, code, code_group_id, group_name, state, used, max_uses, valid_from, valid_to, by_office } = row;
  return {
    id,
    code,
    group: { id: code_group_id, name: group_name },
    state,
    used,
    max_uses: limitOf(max_uses),
    valid_from,
    valid_to,
    by_office,
  };
};

export const listCodesAtDesk = async (
  ctx: StaffContext,
  { q, sort: text, after, ...filter }: StaffReceived<typeof listCodes>,
): Promise<StaffReply<typeof listCodes>> => {
  const prefix = q === undefined ? undefined : normalizeCode(q);
  const sort = text && parseSort(text);
  const found = await selectCodes(ctx, { filter, prefix, sort, after, limit: codePageSize + 1 });
  const codes = found.slice(0, codePageSize);
  const last = codes.at(-1);
  return {
    codes: codes.map(presentCode),
    next: found.length > codePageSize && last ? codeCursor(sort, last) : null,
  };
};

export const listGroups = async (ctx: StaffContext): Promise<StaffReply<typeof listCodeGroups>> => ({
  groups: (await selectGroups(ctx)).map(({ max_uses, max_uses_each, discounts, rules, ...group }) => ({
    ...group,
    max_uses: limitOf(max_uses),
    max_uses_each: limitOf(max_uses_each),
    discounts: [...discounts],
    rules: [...rules],
  })),
});

export const readOneCode = async (
  ctx: StaffContext,
  { code_id }: StaffReceived<typeof readCode>,
): Promise<StaffReply<typeof readCode>> => {
  const row = await selectCode(ctx, code_id);
  if (!row) throw codeNotFound();
  const currency = ctx.seller.default_currency_code;
  const [group] = await selectGroups(ctx, row.code_group_id);
  const { taken_off, revenue, ...use } = await readCodeUse(ctx, row.id);
  return {
    ...presentCode(row),
    link: `${ctx.providers.origin}/${ctx.seller.slug}/events?${promoParameter}=${encodeURIComponent(row.code)}`,
    currency,
    version: row.version,
    discounts: [...(group?.discounts ?? [])],
    rules: [...(group?.rules ?? [])],
    use: { ...use, taken_off: toDecimal(taken_off, currency), revenue: toDecimal(revenue, currency) },
  };
};

export const listMadeCodes = async ({ db, seller }: StaffContext): Promise<StaffReply<typeof listCodeBatches>> => ({
  batches: (await newestCodeBatches(db, seller.id)).map(
    ({ id, group, is_imported, prefix, quantity, made, reason, by, created_at }) => ({
      id,
      group,
      is_imported,
      prefix,
      quantity,
      made,
      reason,
      by,
      created_at,
    }),
  ),
});

const codesAtOnce = 2000;

const codeLines = async function* ({ db, seller }: StaffContext, batch_id: string): AsyncGenerator<string> {
  yield csvLine(["code", "used", "max_uses"]);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await codesOfBatch(db, seller.id, { batch_id, after, limit: codesAtOnce });
    for (const { code, used, max_uses } of rows)
      yield csvLine([code, String(used), max_uses < 0 ? "" : String(max_uses)]);
    const last = rows.at(-1);
    if (rows.length < codesAtOnce || !last) return;
    after = last.id;
  }
};

export const downloadMadeCodes = async (
  ctx: StaffContext,
  { batch_id }: StaffReceived<typeof downloadCodes>,
): Promise<StreamedReply> => {
  const batch = await findCodeBatch(ctx.db, ctx.seller.id, batch_id);
  if (!batch) throw codeNotFound();
  await changing(ctx, (ctx) =>
    audit(ctx, {
      action: "code.downloaded",
      entity: { kind: "code_batch", id: batch.id },
      after: { made: batch.made },
    }),
  );
  return {
    stream: Readable.from(codeLines(ctx, batch.id)),
    type: "text/csv; charset=utf-8",
    fileName: `codes-${ctx.seller.slug}-${batch.id.slice(0, 8)}.csv`,
  };
};
