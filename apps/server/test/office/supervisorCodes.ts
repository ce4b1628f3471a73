import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { newId } from "../../src/db/newId.ts";
import type { TestResponse } from "../app/testApp.ts";
import { sendScans } from "./testGate.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** Encrypts a code as a device does, according to the contract. */
export const sealedCode = (
  code: string,
  { key, scan_id }: { readonly key: string; readonly scan_id: string },
): string => {
  const own = createECDH("prime256v1");
  const ephemeral = own.generateKeys();
  const shared = own.computeSecret(Buffer.from(key, "base64"));
  const iv = randomBytes(12);
  const cipher = createCipheriv(
    "aes-256-gcm",
    Buffer.from(hkdfSync("sha256", shared, ephemeral, "foyer gate code", 32)),
    iv,
  ).setAAD(Buffer.from(scan_id));
  const sealed = Buffer.concat([cipher.update(code, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([ephemeral, iv, sealed]).toString("base64");
};

type Asked = { readonly staff_id: string; readonly code: string; readonly id?: string; readonly sealed_for?: string };

/** A rejected scan that a supervisor allows with their code. With `decided`, the device decided it offline. */
export const allowedScan = async (
  browser: OfficeBrowser,
  scan: { readonly ticket_id?: string; readonly code?: string },
  { staff_id, code, id = newId(), sealed_for = id }: Asked,
  more: object = {},
) => {
  const { body } = await browser.get("/gate");
  return {
    id,
    at: Temporal.Now.instant().toString({ smallestUnit: "millisecond" }),
    offset_ms: 0,
    direction: "in",
    admit: "goodwill",
    supervisor: { staff_id, sealed_code: sealedCode(code, { key: body.code_key, scan_id: sealed_for }) },
    ...scan,
    ...more,
  };
};

/** The result of such a scan: 'no already_in double', or why it was not recorded. */
export const sendAllowed = async (
  browser: OfficeBrowser,
  scan: Awaited<ReturnType<typeof allowedScan>>,
): Promise<string> => {
  const { status, body }: TestResponse = await sendScans(browser, [scan]);
  if (status !== 200) return String(status);
  const [answer] = body.answers;
  return answer ? [answer.shown, answer.reason, answer.counts].filter(Boolean).join(" ") : body.errors[0].code;
};
