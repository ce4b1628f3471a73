import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { publishDrafts } from "@foyer/contract/office/catalogue/publishing.ts";
import { count, plural } from "../../../shared/format/format.ts";

type Published = Pick<StaffReply<typeof publishDrafts>, "revision" | "bulk_job_id" | "buyers">;

/** Says what was published, and whether buyers are written to. */
export const publishedText = ({ revision, bulk_job_id, buyers: { orders } }: Published): string =>
  bulk_job_id === null
    ? `Revision ${revision} is published.`
    : `Revision ${revision} is published. ${count(orders, "buyer")} ${plural(orders, "is", "are")} written to.`;
