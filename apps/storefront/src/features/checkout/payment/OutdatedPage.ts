/** The seller's requirements have changed since the page was opened, and only a reload shows them. */
export class OutdatedPage extends Error {
  override readonly name = "OutdatedPage";
}
