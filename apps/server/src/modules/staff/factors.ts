import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { totpAssociatedData } from "./resealSecondFactors.sql.ts";
import { newId } from "../../db/newId.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import {
  confirmedTotp,
  confirmTotp,
  pendingTotp,
  replacePendingTotp,
  replaceRecoveryCodes,
  spendStep,
  spendRecoveryCode,
  type TotpRow,
} from "./factors.sql.ts";

export { resealSecondFactors } from "./resealSecondFactors.sql.ts";
export { countRecoveryCodes, deleteFactors, deleteTotp, factorsOf } from "./factors.sql.ts";
export type { Factors } from "./factors.sql.ts";

type FactorContext = Pick<OfficeContext, "db" | "sealer" | "now">;

const periodSeconds = 30;
const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const recoveryAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

const totpOf = (secret: Secret, label = ""): TOTP =>
  new TOTP({ issuer: "Foyer", label, algorithm: "SHA1", digits: 6, period: periodSeconds, secret });

export const totpSince = async (db: OfficeContext["db"], staff_id: string): Promise<string | null> =>
  (await confirmedTotp(db, staff_id))?.confirmed_at ?? null;

/** Creates a secret that a code has to confirm. */
export const beginTotp = async (
  { db, sealer }: FactorContext,
  { id: staff_id, email }: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string }> => {
  const id = newId();
  const secret = new Secret({ size: 20 });
  await replacePendingTotp(db, {
    id,
    staff_id,
    secret: await sealer.seal(secret.base32, totpAssociatedData(staff_id, id)),
  });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
};

/** The time step of a code: the current one, the previous or the next. Null if it belongs to none of them. */
const stepOf = async ({ sealer, now }: FactorContext, staff_id: string, row: TotpRow, code: string) => {
  if (!/^\d{6}$/.test(code)) return null;
  const secret = Secret.fromBase32(await sealer.open(row.secret, totpAssociatedData(staff_id, row.id)));
  const timestamp = now.epochMilliseconds;
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
};

/** Confirms the pending secret, which replaces an earlier one. Returns false if the code does not belong to it. */
export const confirmPendingTotp = async (ctx: FactorContext, staff_id: string, code: string): Promise<boolean> => {
  const row = await pendingTotp(ctx.db, staff_id);
  if (!row) return false;
  const step = await stepOf(ctx, staff_id, row, code);
  if (step === null || !(await spendStep(ctx.db, row.id, step))) return false;
  await confirmTotp(ctx.db, staff_id, row.id);
  return true;
};

/** Spends a code and returns the second factor that it belongs to; null if it belongs to none, or was already spent. */
export const spendCode = async (
  ctx: FactorContext,
  staff_id: string,
  code: string,
): Promise<"totp" | "recovery_code" | null> => {
  const row = await confirmedTotp(ctx.db, staff_id);
  const step = row ? await stepOf(ctx, staff_id, row, code) : null;
  if (row && step !== null) return (await spendStep(ctx.db, row.id, step)) ? "totp" : null;
  return (await spendRecoveryCode(ctx.db, staff_id, hashOfCode(staff_id, code))) ? "recovery_code" : null;
};

/** A recovery code has 50 random bits, and attempts are limited, so a fast hash is enough. */
const hashOfCode = (staff_id: string, code: string): Buffer =>
  createHash("sha256").update(`${staff_id} ${code}`).digest();

const randomCode = (): string =>
  Array.from({ length: 10 }, () => {
    // Rejects bytes of the last, incomplete round of the alphabet, which would make its first letters more likely.
    for (;;) {
      const [byte = 255] = randomBytes(1);
      if (byte < 256 - (256 % recoveryAlphabet.length)) return recoveryAlphabet[byte % recoveryAlphabet.length];
    }
  }).join("");

/** Ten new codes that replace the old ones, each written in two groups. */
export const newRecoveryCodes = async ({ db }: Pick<FactorContext, "db">, staff_id: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, randomCode);
  await replaceRecoveryCodes(
    db,
    staff_id,
    codes.map((code) => hashOfCode(staff_id, code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
};
