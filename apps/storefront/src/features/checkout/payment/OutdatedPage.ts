/** What the seller asks for has changed since the page was opened, and only a reload shows it. */
export class OutdatedPage extends Error {
  override readonly name = "OutdatedPage";
}
