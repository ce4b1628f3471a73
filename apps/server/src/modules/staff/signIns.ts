import type { FoundSignIn } from "../../http/staff/mountStaff.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { newId } from "../../db/newId.ts";
import { endSignInByToken, findSignInRows, insertSignIn, isKnownBrowser, touchSignIn } from "./signIns.sql.ts";

export {
  clearTillOfSignIns,
  endSignInOf,
  endSignInsOf,
  renewSignIn,
  setDeviceOfSignIn,
  setTillOfSignIn,
  signInsOf,
} from "./signIns.sql.ts";

/** Reads a sign-in with the roles at a seller. Nothing is cached, so removed roles take effect at the next call. */
export const findSignIn = async (
  { db, production }: Pick<OfficeContext, "db" | "production">,
  token_hash: Buffer,
  { sellerId, isUse }: { readonly sellerId: string | null; readonly isUse: boolean },
): Promise<FoundSignIn | undefined> => {
  const rows = await findSignInRows(db, token_hash, production, sellerId);
  const [first] = rows;
  if (!first) return undefined;
  const { role: _, needs_touch, ...member } = first;
  if (needs_touch && isUse) await touchSignIn(db, member.sign_in_id);
  return { ...member, roles: rows.flatMap(({ role }) => role ?? []) };
};

const noTill = { till_seller_id: null, till_id: null } as const;

/**
 * Begins a sign-in and sets its cookie. The till of the browser's previous sign-in, if it is open, becomes the till of
 * the new one. Returns whether the browser is new to the account.
 */
export const beginSignIn = async (
  ctx: Pick<OfficeContext, "db" | "browser" | "country" | "issueToken" | "token_hash">,
  staff_id: string,
  { isProved }: { readonly isProved: boolean },
): Promise<{ readonly isNewBrowser: boolean }> => {
  const till = (ctx.token_hash && (await endSignInByToken(ctx.db, ctx.token_hash))) ?? noTill;
  const isNewBrowser = !(await isKnownBrowser(ctx.db, staff_id, ctx.browser));
  const { browser, country } = ctx;
  const row = { id: newId(), staff_id, token_hash: ctx.issueToken(), browser, country, ...till };
  await insertSignIn(ctx.db, row, isProved);
  return { isNewBrowser };
};
