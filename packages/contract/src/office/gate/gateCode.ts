import * as z from "zod/mini";
import { Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

export const readGateCode = staffEndpoint({
  name: "readGateCode",
  method: "GET",
  path: "/gate/code",
  summary: "Whether the reader has a supervisor's code for the gate",
  can: "scan.admit_anyway",
  audits: null,
  reply: z.object({
    set_at: z.nullable(Instant),
    /** Too many wrong tries: the code no longer works for anybody. */
    is_ended: z.boolean(),
  }),
});

/**
 * Six to twelve digits that are not easily guessed. Replaces the previous code. Keeps no reply: a code could be found from
 * the hash of its request; sent again, it sets the same code.
 */
export const setGateCode = staffEndpoint({
  name: "setGateCode",
  method: "POST",
  path: "/gate/code",
  summary: "Set one's own supervisor's code for the gate",
  can: "scan.admit_anyway",
  stepUp: true,
  keepsReply: false,
  audits: "staff.gate_code_set",
  body: z.strictObject({ code: z.string().check(z.maxLength(100)) }),
  reply: Nothing,
});

export const removeGateCode = staffEndpoint({
  name: "removeGateCode",
  method: "POST",
  path: "/gate/code/remove",
  summary: "Remove one's own supervisor's code for the gate",
  can: "scan.admit_anyway",
  audits: "staff.gate_code_removed",
  reply: Nothing,
});
