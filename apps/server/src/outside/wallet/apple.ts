import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
import type { AppleWallet, NotReady, Pass } from "./wallet.ts";

const Pem = (kind: string) =>
  z.string().check(z.maxLength(20_000), z.regex(new RegExp(`^-----BEGIN [A-Z ]*${kind}-----`), `is no ${kind} in PEM`));

/** Kept by `foyer seller keys SLUG --apple-wallet`: the pass certificate of Apple's developer program, its key, and Apple's own between it and the root. */
export const AppleWalletKeys = z.strictObject({
  pass_type_id: z.string().check(z.regex(/^pass\.[\w.-]{1,200}$/, "must begin with pass.")),
  team_id: z.string().check(z.regex(/^[A-Z0-9]{10}$/, "has ten letters and digits")),
  signer_cert: Pem("CERTIFICATE"),
  signer_key: Pem("PRIVATE KEY"),
  signer_key_passphrase: z.optional(z.string().check(z.maxLength(200))),
  wwdr_cert: Pem("CERTIFICATE"),
});
export type AppleWalletKeys = z.infer<typeof AppleWalletKeys>;

const keyIn = ({ signer_key, signer_key_passphrase }: AppleWalletKeys): KeyObject | undefined => {
  try {
    return createPrivateKey({
      key: signer_key,
      ...(signer_key_passphrase !== undefined && { passphrase: signer_key_passphrase }),
    });
  } catch {
    return undefined;
  }
};
const certificateIn = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
};

/** The name of the pass type that a certificate is for: Apple writes it as the subject's UID. */
const passTypeOf = ({ subject }: X509Certificate): string | undefined => /^UID=(.+)$/m.exec(subject)?.[1];

const lacks = (keys: AppleWalletKeys, now: Temporal.Instant): NotReady | undefined => {
  const no = (reason: string): NotReady => ({ reason });
  const signer = certificateIn(keys.signer_cert);
  const wwdr = certificateIn(keys.wwdr_cert);
  const key = keyIn(keys);
  if (!signer) return no("signer_cert cannot be read");
  if (!wwdr) return no("wwdr_cert cannot be read");
  if (!key) return no("signer_key cannot be read; is its passphrase right?");
  if (!signer.checkPrivateKey(key)) return no("signer_key is not the key of signer_cert");
  for (const [name, certificate] of [
    ["signer_cert", signer],
    ["wwdr_cert", wwdr],
  ] as const) {
    if (certificate.validToDate.getTime() <= now.epochMilliseconds) return no(`${name} has expired`);
    if (certificate.validFromDate.getTime() > now.epochMilliseconds) return no(`${name} is not valid yet`);
  }
  if (!signer.checkIssued(wwdr)) return no("signer_cert was not issued by wwdr_cert");
  if (passTypeOf(signer) !== keys.pass_type_id) return no("signer_cert is for another pass type than pass_type_id");
  return undefined;
};

/** 'rgb(11, 93, 78)', as passes say colours. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

export const appleWallet = (keys: AppleWalletKeys): AppleWallet => ({
  lacks: (now) => lacks(keys, now),
  passOf: async (pass) => {
    // Fetched when the first pass is made: few sellers have keys.
    const { PKPass } = await import("passkit-generator");
    const made = new PKPass(
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
        logoText: pass.pictures["logo.png"] ? "" : pass.seller.name,
        backgroundColor: rgb(pass.colors.background),
        foregroundColor: rgb(pass.colors.foreground),
        labelColor: rgb(pass.colors.label),
        groupingIdentifier: pass.order_number,
        sharingProhibited: pass.kind === "card",
      },
    );
    // Before any field: what a pass has depends on its type.
    made.type = pass.kind === "ticket" ? "eventTicket" : "generic";
    made.primaryFields.push({ key: "title", value: pass.title });
    for (const { key, value, where } of fieldsOf(pass)) made[where].push({ key, label: pass.labels[key], value });
    made.setBarcodes({ message: pass.scan_code, format: "PKBarcodeFormatQR", messageEncoding: "iso-8859-1" });
    if (pass.starts !== null) made.setRelevantDates([{ relevantDate: new Date(pass.starts) }]);
    if (pass.expires !== null) made.setExpirationDate(new Date(pass.expires));
    return made.getAsBuffer();
  },
});

type Field = {
  readonly key: keyof Pass["labels"];
  readonly value: string;
  readonly where: "secondaryFields" | "auxiliaryFields" | "backFields";
};

/** What stands on a pass below its title: an empty line says nothing, so there is none. */
const fieldsOf = (pass: Pass): readonly Field[] =>
  (
    [
      { key: "when", value: pass.when, where: "secondaryFields" },
      { key: "number", value: pass.number, where: "secondaryFields" },
      { key: "type", value: pass.type_name, where: "auxiliaryFields" },
      { key: "holder", value: pass.holder, where: "auxiliaryFields" },
      { key: "seat", value: pass.seat, where: "auxiliaryFields" },
      { key: "venue", value: [pass.venue, pass.venue_address].filter(Boolean).join("\n") || null, where: "backFields" },
      { key: "order", value: pass.order_number, where: "backFields" },
    ] as const
  ).flatMap((field) => (field.value === null ? [] : [{ ...field, value: field.value }]));
