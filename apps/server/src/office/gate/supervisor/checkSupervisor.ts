import type { readGate, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { permissionsOf } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { codeEndsAfter, codeIterations, stateOfCode } from "@foyer/rules/admission/supervisorCode.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { GateContext } from "../../../http/staff/staffContext.ts";
import { writeEntry } from "../../../modules/audit/audit.ts";
import { verifyPassword } from "../../../modules/identity/password/hashPassword.ts";
import {
  codeHolders,
  lockGateCode,
  setWrongTries,
  type CodeHolder,
} from "../../../modules/staff/gateCodes/gateCodes.ts";
import { findScan } from "../scans.sql.ts";
import { openSealedCode, publicKeyForCodes } from "./sealedCodes.ts";

type Place = Pick<GateContext, "providers" | "seller">;

/**
 * The text that is hashed for a code. It depends on the installation's key, so that codes cannot be tried on a copy of the
 * database.
 */
export const keyedCode = ({ providers, seller }: Place, staff_id: string, code: string): string =>
  providers.sign(`gate code ${seller.id} ${staff_id} ${code}`);

const mayAllow = ({ roles, wrong }: CodeHolder): boolean =>
  permissionsOf(roles).has("scan.admit_anyway") && wrong < codeEndsAfter;

/** Staff who can approve admissions with a code, with what a device needs for it. */
export const supervisorsAtGate = async (
  ctx: GateContext,
): Promise<Pick<StaffReply<typeof readGate>, "supervisors" | "code_key">> => ({
  supervisors: (await codeHolders(ctx)).filter(mayAllow).map(({ id, name, salt, hint }) => ({
    id,
    name,
    salt: salt.toString("base64"),
    hint,
    iterations: codeIterations,
  })),
  code_key: publicKeyForCodes(ctx),
});

export type Allowed = { readonly by: string } | "wrong_code" | "code_waits" | undefined;

/** Counts a wrong try. The last allowed one invalidates the code. */
const countWrong = async (ctx: GateContext, staff_id: string, before: number): Promise<void> => {
  const { gate, requestId } = ctx;
  await setWrongTries(ctx, staff_id, before + 1);
  if (before + 1 < codeEndsAfter) return;
  const isStaff = gate.kind === "staff";
  await writeEntry(
    {
      db: ctx.db,
      seller: ctx.seller,
      actor: isStaff ? "staff" : "device",
      via: isStaff ? "office" : "device",
      staff_id: isStaff ? gate.staff.id : null,
      roles: isStaff ? gate.staff.roles : [],
      requestId,
    },
    { action: "staff.gate_code_ended", entity: { kind: "staff", id: staff_id } },
  );
};

const tryCode = async (
  ctx: GateContext,
  { staff_id, code }: { readonly staff_id: string; readonly code: string },
): Promise<Exclude<Allowed, undefined>> => {
  const stored = await lockGateCode(ctx, staff_id);
  await pause("gate_code_locked");
  const [holder] = await codeHolders(ctx, staff_id);
  if (!stored || !holder || !mayAllow(holder)) return "wrong_code";
  const last_wrong_at = stored.last_wrong_at === null ? null : Date.parse(stored.last_wrong_at);
  if (stateOfCode({ ...stored, last_wrong_at }, ctx.now.epochMilliseconds) !== "open") return "code_waits";
  if (await verifyPassword(keyedCode(ctx, staff_id, code), stored.hash)) {
    if (stored.wrong > 0) await setWrongTries(ctx, staff_id, 0);
    return { by: staff_id };
  }
  await countWrong(ctx, staff_id, stored.wrong);
  return "wrong_code";
};

/**
 * The supervisor who approved a scan with their code. Wrong tries are counted whatever happens to the scan, and across all
 * devices; a scan that was recorded before is not tried again. Undefined if no supervisor was named.
 */
export const checkSupervisor = async (
  ctx: GateContext,
  { id, admit, direction, supervisor }: ScanSent,
): Promise<Allowed> => {
  if (supervisor === undefined || admit === undefined || direction !== "in") return undefined;
  const { staff_id, sealed_code } = supervisor;
  const code = openSealedCode(ctx, { scan_id: id, sealed_code });
  if (code === undefined) return "wrong_code";
  return transact(ctx, async (ctx) => {
    if (await findScan(ctx.db, ctx.seller.id, id)) return undefined;
    return tryCode(ctx, { staff_id, code });
  });
};
