import { createPrivateKey, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
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

/** Some browsers cut longer links, according to Google's documentation. */
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

/**
 * The link contains class and object, so that nothing has to be created at Google first. There is one class for each event
 * or membership level, and one object for each ticket.
 */
const savePayload = (keys: GoogleWalletKeys, pass: WalletPass): object => {
  const { seller, logo_url } = pass;
  const { locale } = seller;
  const id = (name: string) => `${keys.issuer_id}.${name}`;
  const classId = id(pass.event_template_id);
  const logo = logo_url !== null && { logo: { sourceUri: { uri: logo_url } } };
  const barcode = { type: "QR_CODE", value: pass.scan_code };
  const object = {
    id: id(pass.id),
    classId,
    state: "ACTIVE",
    barcode,
    hexBackgroundColor: pass.colors.background,
    ...(pass.expires !== null && { validTimeInterval: { end: { date: pass.expires } } }),
  };
  if (pass.kind === "card")
    return {
      genericClasses: [{ id: classId }],
      genericObjects: [
        {
          ...object,
          cardTitle: localizedString(seller.name, locale),
          header: localizedString(pass.title, locale),
          ...(pass.holder !== null && { subheader: localizedString(pass.holder, locale) }),
          ...logo,
          textModulesData: [
            ...(pass.number === null ? [] : [{ id: "number", header: pass.labels.number, body: pass.number }]),
            ...(pass.when === null ? [] : [{ id: "when", header: pass.labels.when, body: pass.when }]),
          ],
        },
      ],
    };
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: seller.name,
        reviewStatus: "UNDER_REVIEW",
        eventName: localizedString(pass.title, locale),
        ...logo,
        // Google requires both or neither.
        ...(pass.venue !== null &&
          pass.venue_address !== null && {
            venue: { name: localizedString(pass.venue, locale), address: localizedString(pass.venue_address, locale) },
          }),
      },
    ],
    eventTicketObjects: [
      {
        ...object,
        ticketNumber: pass.order_number,
        ticketType: localizedString(pass.type_name, locale),
        ...(pass.holder !== null && { ticketHolderName: pass.holder }),
        ...(pass.seat !== null && { seatInfo: { seat: localizedString(pass.seat, locale) } }),
        // The class is shared by all sessions of the event, so the time belongs to the ticket.
        ...(pass.when !== null && { textModulesData: [{ id: "when", header: pass.labels.when, body: pass.when }] }),
      },
    ],
  };
};

export const googleWallet = (keys: GoogleWalletKeys): GoogleWallet => ({
  keysProblem: () => (parsePrivateKey(keys) ? undefined : { reason: "private_key cannot be read as an RSA key" }),
  createSaveLink: async (pass, now) => {
    const key = parsePrivateKey(keys);
    if (!key) throw new Error("a pass cannot be made without a key");
    const { SignJWT } = await import("jose");
    const signLink = async (linkedPass: WalletPass): Promise<string> =>
      saveUrl +
      (await new SignJWT({ typ: "savetowallet", origins: [pass.origin], payload: savePayload(keys, linkedPass) })
        .setProtectedHeader({ alg: "RS256", typ: "JWT" })
        .setIssuer(keys.client_email)
        .setAudience("google")
        .setIssuedAt(Math.floor(now.epochMilliseconds / 1000))
        .sign(key));
    const link = await signLink(pass);
    if (link.length <= maxLinkLength) return link;
    // Drops what is not needed to enter.
    return signLink({ ...pass, logo_url: null, venue: null, holder: null, title: pass.title.slice(0, 60) });
  },
});
