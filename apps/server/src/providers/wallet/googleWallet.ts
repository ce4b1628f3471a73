import { createPrivateKey, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { patchObjects, type GoogleEndpoints, type GoogleObjectPatch } from "./googleObjects.ts";
import type { GoogleWallet, WalletPass } from "./wallet.ts";

/** Stored by `foyer seller keys SLUG --google-wallet`: the issuer in Google's console and its service account. */
export const GoogleWalletKeys = z.strictObject({
  issuer_id: z.string().check(z.regex(/^\d{6,25}$/, "is a number")),
  client_email: z.string().check(z.regex(/^[\w.-]+@[\w.-]+\.gserviceaccount\.com$/, "is no service account")),
  private_key: z
    .string()
    .check(z.maxLength(20_000), z.regex(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/, "is no PRIVATE KEY in PEM")),
});
export type GoogleWalletKeys = z.infer<typeof GoogleWalletKeys>;

/** According to Google's documentation, some browsers truncate longer links. */
const maxLinkLength = 1800;
const saveUrl = "https://pay.google.com/gp/v/save/";

const parsePrivateKey = ({ private_key }: GoogleWalletKeys): KeyObject | undefined => {
  try {
    const key = createPrivateKey(private_key);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
};

const localizedString = (value: string, locale: string) => ({ defaultValue: { language: locale, value } });

type ShownPass = Omit<WalletPass, "pictures">;

const classIdOf = (keys: GoogleWalletKeys, pass: ShownPass): string => `${keys.issuer_id}.${pass.event_template_id}`;
const objectIdOf = (keys: GoogleWalletKeys, pass: ShownPass): string => `${keys.issuer_id}.${pass.id}`;

/** The current content of a pass. Null clears what it had before. */
const objectFields = (pass: ShownPass): Readonly<Record<string, unknown>> => {
  const { locale, name } = pass.seller;
  const text = (value: string | null) => (value === null ? null : localizedString(value, locale));
  const shared = {
    state: pass.scan_code === null ? "EXPIRED" : "ACTIVE",
    barcode: pass.scan_code === null ? null : { type: "QR_CODE", value: pass.scan_code },
    hexBackgroundColor: pass.colors.background,
    validTimeInterval: pass.expires === null ? null : { end: { date: pass.expires } },
  };
  const when = pass.when === null ? [] : [{ id: "when", header: pass.labels.when, body: pass.when }];
  if (pass.kind === "card")
    return {
      ...shared,
      cardTitle: text(name),
      header: text(pass.title),
      subheader: text(pass.holder),
      logo: logoOf(pass),
      textModulesData: [
        ...(pass.number === null ? [] : [{ id: "number", header: pass.labels.number, body: pass.number }]),
        ...when,
      ],
    };
  return {
    ...shared,
    ticketNumber: pass.order_number,
    ticketType: text(pass.type_name),
    ticketHolderName: pass.holder,
    seatInfo: pass.seat === null ? null : { seat: text(pass.seat) },
    // The class is shared by all sessions of the event, so the time belongs to the ticket.
    textModulesData: when,
  };
};

const logoOf = ({ logo_url }: ShownPass) => (logo_url === null ? null : { sourceUri: { uri: logo_url } });

const withoutEmpty = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/**
 * The link contains the class and the object, so that nothing has to be created at Google first. There is one class per
 * event or membership level, and one object per pass.
 */
const savePayload = (keys: GoogleWalletKeys, pass: ShownPass): object => {
  const { locale, name } = pass.seller;
  const id = classIdOf(keys, pass);
  const object = { id: objectIdOf(keys, pass), classId: id, ...withoutEmpty(objectFields(pass)) };
  if (pass.kind === "card") return { genericClasses: [{ id }], genericObjects: [object] };
  const { venue, venue_address } = pass;
  const logo = logoOf(pass);
  return {
    eventTicketClasses: [
      {
        id,
        issuerName: name,
        reviewStatus: "UNDER_REVIEW",
        eventName: localizedString(pass.title, locale),
        ...(logo && { logo }),
        // Google requires both or neither.
        ...(venue !== null &&
          venue_address !== null && {
            venue: { name: localizedString(venue, locale), address: localizedString(venue_address, locale) },
          }),
      },
    ],
    eventTicketObjects: [object],
  };
};

const toPatch = (keys: GoogleWalletKeys, pass: ShownPass): GoogleObjectPatch => ({
  pass_id: pass.id,
  type: pass.kind === "card" ? "genericObject" : "eventTicketObject",
  object_id: objectIdOf(keys, pass),
  fields: objectFields(pass),
});

/** Without `endpoints`, no pass is changed at Google. */
export const googleWallet = (keys: GoogleWalletKeys, endpoints?: GoogleEndpoints): GoogleWallet => ({
  updatePasses:
    endpoints &&
    (async (passes, now) => {
      const key = parsePrivateKey(keys);
      if (!key)
        return new Map(passes.map(({ id }) => [id, { result: "failed", reason: "private_key cannot be read" }]));
      const patches = passes.map((pass) => toPatch(keys, pass));
      return patchObjects({ client_email: keys.client_email, key }, endpoints, patches, now);
    }),
  keysProblem: () => (parsePrivateKey(keys) ? undefined : { reason: "private_key cannot be read as an RSA key" }),
  createSaveLink: async (pass, now) => {
    const key = parsePrivateKey(keys);
    if (!key) throw new Error("a pass cannot be made without a key");
    const { SignJWT } = await import("jose");
    const signLink = async (linkedPass: ShownPass): Promise<string> =>
      saveUrl +
      (await new SignJWT({ typ: "savetowallet", origins: [pass.origin], payload: savePayload(keys, linkedPass) })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(keys.client_email)
        .setAudience("google")
        .setIssuedAt(Math.floor(now.epochMilliseconds / 1000))
        .sign(key));
    const link = await signLink(pass);
    if (link.length <= maxLinkLength) return link;
    // Drops what is not needed for admission.
    return signLink({ ...pass, logo_url: null, venue: null, holder: null, title: pass.title.slice(0, 60) });
  },
});
