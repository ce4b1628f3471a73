import { Refused } from "../../../errors/refused.ts";
import { addPictures } from "../buildPass.ts";
import { selectPasses } from "../wallet.sql.ts";
import { asOf, countCall, requirePassType, type DeviceContext } from "./devices.ts";
import { requirePassToken } from "./passToken.ts";
import { readPass } from "./readPass.ts";

type Sent = {
  readonly passType: string;
  readonly serial: string;
  readonly token?: string;
  /** The time of the caller's version. */
  readonly since?: Temporal.Instant | undefined;
};

export type ChangedPass = { readonly bytes: Buffer; readonly as_of: Temporal.Instant };

const notFound = (): Refused => new Refused({ code: "not_found", context: "wallet" });

/** The latest version of a pass for a caller who has it, or the answer that they already have the latest. */
export const readChangedPass = async (
  ctx: DeviceContext,
  { passType, serial, token, since }: Sent,
): Promise<ChangedPass | "unchanged"> => {
  requirePassToken(ctx, serial, token);
  await requirePassType(ctx, passType);
  await countCall(ctx, serial);
  const [row] = await selectPasses(ctx, "apple", [serial]);
  if (!row) throw notFound();
  if (since && Temporal.Instant.compare(Temporal.Instant.from(row.changed_at), since) < 0) return "unchanged";
  const { apple } = await ctx.providers.findWallets(ctx.seller.id);
  const pass = await readPass(ctx, row);
  if (!apple || apple.keysProblem(ctx.now) || !pass) throw notFound();
  return { bytes: await apple.createPass(await addPictures(ctx, pass)), as_of: asOf(ctx.now) };
};
