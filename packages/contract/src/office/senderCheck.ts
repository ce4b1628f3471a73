import * as z from "zod/mini";
import { MailAddress } from "../shop/seller.ts";
import { staffEndpoint } from "./staff/staffEndpoint.ts";

/** Whether a domain authorises the installation's mail server to send for it, as receivers judge. */
export const SenderCheck = z.object({
  domain: z.string(),
  /**
   * `missing`: there is no record. `invalid`: there are several, or one that receivers cannot read. `no_server`: the
   * installation does not state from where it sends. `unknown`: there was no answer, or the record has parts that are not
   * evaluated.
   */
  spf: z.enum(["allows", "forbids", "missing", "invalid", "no_server", "unknown"]),
  /** `no_selector`: the installation does not state with which keys it signs. */
  dkim: z.enum(["allows", "missing", "no_selector", "unknown"]),
  /** Addresses from which the installation sends. */
  sends_from: z.array(z.string()),
  /** The domain's SPF record; null without one. */
  spf_record: z.nullable(z.string()),
  /** The DNS names at which the domain needs a key. */
  dkim_names: z.array(z.string()),
});
export type SenderCheck = z.infer<typeof SenderCheck>;

export const checkSender = staffEndpoint({
  name: "checkSender",
  method: "POST",
  path: "/emails/sender/check",
  summary: "Say whether the domain of an address lets the installation send for it",
  can: "letter.edit",
  audits: null,
  body: z.strictObject({ address: MailAddress }),
  reply: SenderCheck,
});
