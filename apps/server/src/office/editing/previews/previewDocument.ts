import { randomBytes } from "node:crypto";
import { chapterOf, replaceChapter, type CatalogueDocument } from "../../../catalogue/revisions/chapters.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const secretLength = 26;
/** A slug has at most 63 characters, of which the ending takes 30. */
const maxName = 33;

/** The slug of a preview: the seller's slug, and 26 characters of five random bits each. */
export const newPreviewSlug = (slug: string): string => {
  const secret = Array.from(randomBytes(secretLength), (byte) => alphabet[byte % alphabet.length]).join("");
  return `${slug.slice(0, maxName)}--p-${secret}`;
};

type Loose = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Loose => (typeof value === "object" && value !== null ? (value as Loose) : {});

/**
 * The document of a preview. Cards are paid through the test gateway. Integrations with third parties are left out: the tag
 * container, and the seller's own page after a purchase. So is what needs the seller's keys, which a preview lacks: the
 * captcha and the address lookup.
 */
export const previewDocument = (document: CatalogueDocument, slug: string): CatalogueDocument => {
  const seller = asObject(chapterOf(document, "seller"));
  const { captcha: _captcha, address_lookup: _lookup, ...configuration } = asObject(seller["configuration"]);
  const { analytics: _container, external_completed_order_url: _completed, ...web } = asObject(seller["web"]);
  return replaceChapter(document, "seller", {
    ...seller,
    slug,
    configuration: { ...configuration, gateway: "test" },
    ...(seller["web"] !== undefined && { web }),
  });
};
