// Apart from the endpoint: these names are in the first load of every page, and the schema library is not.

/** Pages that a seller may write beside the terms. */
export const writtenPages = ["privacy", "imprint", "accessibility"] as const;
type WrittenPageName = (typeof writtenPages)[number];
export const sellerPageNames = ["terms", ...writtenPages] as const;
export type SellerPageName = (typeof sellerPageNames)[number];

/** What a seller wrote, as far as it matters whether there is a page. */
type Written = {
  readonly terms?: object | undefined;
  readonly pages?: Readonly<Partial<Record<WrittenPageName, object | undefined>>> | undefined;
};

/** The pages of a seller, each at `/SELLER/NAME`, in the order in which they are listed. */
export const pagesOf = ({ terms, pages }: Written): readonly SellerPageName[] =>
  sellerPageNames.filter((name) => (name === "terms" ? terms : pages?.[name]) !== undefined);
