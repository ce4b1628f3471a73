/** Exported names that are intentionally defined in more than one file, and why. */
export const explainedNames: Readonly<Record<string, string>> = {
  Screen: "every screen module of the storefront exports its component by this name, for the route table",
  head: "every screen module of the storefront may export the page's title and description by this name",
  prepare: "every screen module of the storefront may export the loader of its data by this name",
  replaceUnknown: "every screen module of the storefront may export the check of what its address names by this name",
  Refused: "the same error answer: thrown on the server, and again in the browser that receives it",
  Price: "the component that shows a price, and the type of one in the rules",
  escapeHtml: "pages write named entities, e-mails numeric ones; page may not be imported by providers",
};
