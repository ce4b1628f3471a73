import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { pushToDevices, type PushEndpoint } from "./applePush.ts";
import type { AppleWallet, WalletKeysProblem, WalletPass } from "./wallet.ts";

const PemString = (kind: string) =>
  z.string().check(z.maxLength(20_000), z.regex(new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`), `is no ${kind} in PEM`));

/** Stored by `foyer seller keys SLUG --apple-wallet`: the pass certificate, its key, and Apple's intermediate certificate. */
export const AppleWalletKeys = z.strictObject({
  pass_type_id: z.string().check(z.regex(/^pass\.[\w.-]{1,200}$/, "must begin with pass.")),
  team_id: z.string().check(z.regex(/^[A-Z0-9]{10}$/, "has ten letters and digits")),
  signer_cert: PemString("CERTIFICATE"),
  signer_key: PemString("PRIVATE KEY"),
  signer_key_passphrase: z.optional(z.string().check(z.maxLength(200))),
  wwdr_cert: PemString("CERTIFICATE"),
});
export type AppleWalletKeys = z.infer<typeof AppleWalletKeys>;

const parsePrivateKey = ({ signer_key, signer_key_passphrase }: AppleWalletKeys): KeyObject | undefined => {
  try {
    return createPrivateKey({
      key: signer_key,
      ...(signer_key_passphrase !== undefined && { passphrase: signer_key_passphrase }),
    });
  } catch {
    return undefined;
  }
};
const parseCertificate = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
};

/** The pass type of a certificate, which is the subject's UID. */
const certificatePassType = ({ subject }: X509Certificate): string | undefined => /^UID=(.+)$/m.exec(subject)?.[1];

const appleKeysProblem = (keys: AppleWalletKeys, now: Temporal.Instant): WalletKeysProblem | undefined => {
  const problem = (reason: string): WalletKeysProblem => ({ reason });
  const signer = parseCertificate(keys.signer_cert);
  const wwdr = parseCertificate(keys.wwdr_cert);
  const key = parsePrivateKey(keys);
  if (!signer) return problem("signer_cert cannot be read");
  if (!wwdr) return problem("wwdr_cert cannot be read");
  if (!key) return problem("signer_key cannot be read; is its passphrase right?");
  if (!signer.checkPrivateKey(key)) return problem("signer_key is not the key of signer_cert");
  for (const [name, certificate] of [
    ["signer_cert", signer],
    ["wwdr_cert", wwdr],
  ] as const) {
    if (certificate.validToDate.getTime() <= now.epochMilliseconds) return problem(`${name} has expired`);
    if (certificate.validFromDate.getTime() > now.epochMilliseconds) return problem(`${name} is not valid yet`);
  }
  if (!signer.checkIssued(wwdr)) return problem("signer_cert was not issued by wwdr_cert");
  if (certificatePassType(signer) !== keys.pass_type_id)
    return problem("signer_cert is for another pass type than pass_type_id");
  return undefined;
};

/** Converts '#0b5d4e' to 'rgb(11, 93, 78)', the format of colours in passes. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16)).join(", ")})`;

/** Without `push`, no device is notified of changes. */
export const appleWallet = (keys: AppleWalletKeys, push?: PushEndpoint): AppleWallet => ({
  passType: keys.pass_type_id,
  pushToDevices: push && ((tokens) => pushToDevices(keys, push, tokens)),
  keysProblem: (now) => appleKeysProblem(keys, now),
  createPass: async (pass) => {
    // Loaded with the first pass, since few sellers have keys.
    const { PKPass } = await import("passkit-generator");
    const pkpass = new PKPass(
      { ...pass.pictures },
      {
        wwdr: keys.wwdr_cert,
        signerCert: keys.signer_cert,
        signerKey: keys.signer_key,
        ...(keys.signer_key_passphrase !== undefined && { signerKeyPassphrase: keys.signer_key_passphrase }),
      },
      {
        serialNumber: pass.id,
        passTypeIdentifier: keys.pass_type_id,
        teamIdentifier: keys.team_id,
        organizationName: pass.seller.name,
        description: `${pass.title} – ${pass.seller.name}`,
        // Left out if there is a logo: an empty text would make the pass invalid.
        ...(!pass.pictures["logo.png"] && { logoText: pass.seller.name }),
        backgroundColor: rgb(pass.colors.background),
        foregroundColor: rgb(pass.colors.foreground),
        labelColor: rgb(pass.colors.label),
        groupingIdentifier: pass.order_number,
        sharingProhibited: pass.kind === "card",
        ...(pass.scan_code === null && { voided: true }),
        ...(pass.updates && { webServiceURL: pass.updates.url, authenticationToken: pass.updates.token }),
      },
    );
    // Set before the fields, which depend on it.
    pkpass.type = pass.kind === "ticket" ? "eventTicket" : "generic";
    pkpass.primaryFields.push({ key: "title", value: pass.title });
    for (const { key, value, section } of passFields(pass))
      pkpass[section].push({ key, label: pass.labels[key], value });
    if (pass.scan_code !== null)
      pkpass.setBarcodes({ message: pass.scan_code, format: "PKBarcodeFormatQR", messageEncoding: "iso-8859-1" });
    if (pass.starts !== null) pkpass.setRelevantDates([{ relevantDate: new Date(pass.starts) }]);
    if (pass.expires !== null) pkpass.setExpirationDate(new Date(pass.expires));
    return pkpass.getAsBuffer();
  },
});

type PassField = {
  readonly key: keyof WalletPass["labels"];
  readonly value: string;
  readonly section: "secondaryFields" | "auxiliaryFields" | "backFields";
};

/** The fields below the title; empty ones are left out. */
const passFields = (pass: WalletPass): readonly PassField[] =>
  (
    [
      { key: "when", value: pass.when, section: "secondaryFields" },
      { key: "number", value: pass.number, section: "secondaryFields" },
      { key: "type", value: pass.type_name, section: "auxiliaryFields" },
      { key: "holder", value: pass.holder, section: "auxiliaryFields" },
      { key: "seat", value: pass.seat, section: "auxiliaryFields" },
      {
        key: "venue",
        value: [pass.venue, pass.venue_address].filter(Boolean).join("\n") || null,
        section: "backFields",
      },
      { key: "order", value: pass.order_number, section: "backFields" },
    ] as const
  ).flatMap((field) => (field.value ? [{ ...field, value: field.value }] : []));
