import { pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { readGateCode, setGateCode } from "@foyer/contract/office/gate/gateCode.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import {
  codeDigits,
  codeHintBits,
  codeIterations,
  isGuessableCode,
  stateOfCode,
} from "@foyer/rules/admission/supervisorCode.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { hashPassword } from "../../../modules/identity/password/hashPassword.ts";
import { deleteGateCode, readGateCodeState, storeGateCode } from "../../../modules/staff/gateCodes/gateCodes.ts";
import { keyedCode } from "./checkSupervisor.ts";

const slowHash = promisify(pbkdf2);

/** The part of a code's hash that devices get. */
const hintOf = async (code: string, salt: Buffer): Promise<number> =>
  (await slowHash(code, salt, codeIterations, 2, "sha256")).readUInt16BE() >> (16 - codeHintBits);

export const readOwnGateCode = async (ctx: StaffContext): Promise<StaffReply<typeof readGateCode>> => {
  const row = await readGateCodeState(ctx, ctx.staff.id);
  if (!row) return { set_at: null, is_ended: false };
  return { set_at: row.set_at, is_ended: stateOfCode({ ...row, last_wrong_at: null }, 0) === "ended" };
};

const refused = (description: string): Refused =>
  new Refused({ code: "validation_failed", context: "gate", description, extra: { fields: ["code"] } });

export const setOwnGateCode = async (
  ctx: StaffContext,
  { code }: StaffReceived<typeof setGateCode>,
): Promise<Nothing> => {
  if (!/^\d+$/.test(code) || code.length < codeDigits.min || code.length > codeDigits.max)
    throw refused(`A code has ${codeDigits.min} to ${codeDigits.max} digits.`);
  if (isGuessableCode(code)) throw refused("This code is easily guessed. Please choose another one.");
  const salt = randomBytes(16);
  const [hash, hint] = [await hashPassword(keyedCode(ctx, ctx.staff.id, code)), await hintOf(code, salt)];
  await changing(ctx, async (ctx) => {
    await storeGateCode(ctx, { staff_id: ctx.staff.id, hash, salt, hint });
    await audit(ctx, { action: "staff.gate_code_set", entity: { kind: "staff", id: ctx.staff.id } });
  });
  return {};
};

export const removeOwnGateCode = async (ctx: StaffContext): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    if (!(await deleteGateCode(ctx, ctx.staff.id))) throw new Refused({ code: "not_found", context: "gate" });
    await audit(ctx, { action: "staff.gate_code_removed", entity: { kind: "staff", id: ctx.staff.id } });
  });
  return {};
};
