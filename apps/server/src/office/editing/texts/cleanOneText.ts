import type { cleanWriting } from "@foyer/contract/office/catalogue/writing.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { cleanHtml } from "../../../http/sanitize/cleanHtml.ts";
import { findRemoved } from "../../../http/sanitize/findRemoved.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

/** The same cleaning as at an import and on the storefront, so that the author sees what visitors will see. */
export const cleanOneText = async (
  _: StaffContext,
  { html }: StaffReceived<typeof cleanWriting>,
): Promise<StaffReply<typeof cleanWriting>> => ({ html: cleanHtml(html), lost: findRemoved(html) });
