// Kept apart from the endpoint: these names are loaded with every page, but the schema library is not.

/** Pages that a seller can write in addition to the terms. */
export const writtenPages = ["privacy", "imprint", "accessibility"] as const;
type WrittenPageName = (typeof writtenPages)[number];
export const sellerPageNames = ["terms", ...writtenPages] as const;
export type SellerPageName = (typeof sellerPageNames)[number];

/** The seller's terms and pages. Only whether each exists matters. */
type Written = {
  readonly terms?: object | undefined;
  readonly pages?: Readonly<Partial<Record<WrittenPageName, object | undefined>>> | undefined;
};

/** The pages of a seller, each at `/SELLER/NAME`, in the order in which they are listed. */
export const pagesOf = ({ terms, pages }: Written): readonly SellerPageName[] =>
  sellerPageNames.filter((name) => (name === "terms" ? terms : pages?.[name]) !== undefined);
