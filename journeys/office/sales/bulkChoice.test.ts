import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { numberOfOrder } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { listEmailsTo } from "../../support/shop.ts";
import { placesOf } from "../../support/placesOf.ts";
import { newVisitor } from "../../support/visitor.ts";

test("a manager lets a buyer choose first: the form asks for a message and a day, and the job waits until then", async () => {
  const buyer = await newVisitor();
  const { email, link } = await buyOrder(buyer, { tickets: { Adult: 2 }, day: (days) => days[8] });
  const [, order_id = ""] = /\/manage\/([0-9a-f-]{36})/.exec(link) ?? [];
  await buyer.goto("about:blank");
  const page = await newVisitor({ expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/bulk`) });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("link", { name: "Bulk actions" }).click();
  await page.getByRole("heading", { name: "Bulk actions", level: 1 }).waitFor();
  await page.getByLabel("Or order numbers").fill(await numberOfOrder(order_id));
  await page.getByLabel("What to do").selectOption("Cancel and refund");
  expect(await page.getByLabel("Message").count()).toBe(0);
  await page.getByRole("checkbox", { name: "Let buyers choose first" }).check();
  await page
    .getByText("Buyers can choose until this day. Then this is done for everybody who has not chosen.")
    .waitFor();
  const until = Temporal.Now.plainDateISO("America/New_York").add({ days: 3 }).toString();
  await page.getByLabel("Not before").fill(until);
  await page.getByLabel("Subject").fill("The tide comes in");
  await page.getByLabel("Message").fill("The ground floor will be wet that day.");
  await at("a choice of buyers");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("The tide comes in").first().click();
  await preview.getByText("The ground floor will be wet that day.").first().waitFor();
  await at("the preview of a choice");
  // After a change nothing can be started from the preview, and nothing on the form moves.
  await page.getByLabel("Reason").fill("Spring tide");
  const start = page.getByRole("button", { name: `Let 1 order choose until ${until}` });
  expect(await start.isEnabled()).toBe(true);
  const fields = page.getByRole("form", { name: "New action" }).locator("input, textarea, select, button");
  const before = await placesOf(fields);
  await page.getByLabel("Subject").fill("The tide comes in on your day");
  await preview.getByText("The form has changed. Preview again.").waitFor();
  expect(await start.isEnabled()).toBe(false);
  expect(await placesOf(fields)).toEqual(before);
  await at("a preview that the form has changed since");
  await page.getByRole("button", { name: "Preview" }).click();
  await preview.getByText("Nothing has been changed yet.").waitFor();
  expect(await placesOf(fields)).toEqual(before);
  await start.click();

  await page.getByRole("heading", { name: "Cancel and refund", level: 1 }).waitFor();
  await page.getByText(`It starts on ${until}. Until then, buyers can choose with the link in their email.`).waitFor();
  await at("a job that waits for buyers");
  const subjects = async () => (await listEmailsTo(buyer, email)).map(({ message }) => message.subject);
  await expect.poll(subjects, { timeout: 60_000 }).toContain("The tide comes in on your day");
  await page.getByText("0 of 1 cancelled · 0 set aside · 0 failed · 1 left").waitFor();
  expect(found).toEqual([]);
}, 180_000);
