import type { RequestContext } from "../../../http/requestContext.ts";

/** An image without its bytes. */
export const imageRow = ({ db, seller }: Pick<RequestContext, "db" | "seller">, id: string) =>
  db
    .selectFrom("image_asset")
    .select(["id", "sha256", "mime", "width", "height", "focus_x", "focus_y"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirst();
export type ImageRow = NonNullable<Awaited<ReturnType<typeof imageRow>>>;

export const imageBytes = ({ db, seller }: Pick<RequestContext, "db" | "seller">, id: string) =>
  db
    .selectFrom("image_asset")
    .select("bytes")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
