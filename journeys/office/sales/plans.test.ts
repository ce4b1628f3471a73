import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { query } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import {
  acceptTermsAsAsked,
  addTickets,
  cards,
  dateOptions,
  fillCard,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  openEvent,
  openShop,
  pay,
  reserve,
} from "../../support/shop.ts";
import { newVisitor } from "../../support/visitor.ts";

type Held = { readonly cart_number: string; readonly session: string; readonly day: string };

/** The cart of an address with the session of its tickets. */
const heldBy = async (email: string): Promise<Held> => {
  const [held] = await query<Held>(
    `select c.cart_number::text, s.id as session, s.local_day::text as day from cart c
     join identity i on i.seller_id = c.seller_id and i.id = c.purchaser_identity_id
     join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id
     join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id where i.email = $1 limit 1`,
    [email],
  );
  if (!held) throw new Error(`${email} has no cart.`);
  return held;
};

test("a bulk action leads to a payment plan that it leaves, which a manager moves and then cancels", async () => {
  const buyer = await newVisitor();
  const email = newAddress();
  await openShop(buyer, "kiwa");
  await openEvent(buyer, "Sleepover");
  await dateOptions(buyer).nth(5).click();
  await addTickets(buyer, "Adult", 2);
  await buyer.getByRole("radio", { name: "Vegan" }).check();
  await reserve(buyer);
  await goToCheckout(buyer);
  await fillPurchaser(buyer, email);
  await fillCard(buyer, cards.good);
  await acceptTermsAsAsked(buyer);
  await pay(buyer);
  await buyer.getByText(/^Thank you\. We have received \$/).waitFor();
  await buyer.goto("about:blank");
  const { cart_number, session, day } = await heldBy(email);

  const page = await newVisitor({ expectedRefusals: new RegExp(`${signedOut.source}|/staff_api/plans/`) });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Kiwa Night Zoo");
  await page.goto(`/_office/kiwa/bulk?day=${day}&sessions=${session}`);
  await page.getByLabel("What to do").selectOption("Cancel and refund");
  await page.getByRole("button", { name: "Preview" }).click();
  const link = page.getByRole("region", { name: "Preview" }).getByRole("link", { name: cart_number });
  expect(await link.getAttribute("href")).toBe(`/_office/kiwa/plans/${cart_number}`);

  await page.goto(`/_office/kiwa/plans/${cart_number}`);
  await page.getByRole("heading", { name: `Payment plan ${cart_number}`, level: 1 }).waitFor();
  const open = page.getByRole("list", { name: "Open instalments" });
  await open.getByText(/^Due /).waitFor();
  await at("payment plan");

  await page.getByRole("button", { name: "Move to another session" }).click();
  const move = page.getByRole("dialog", { name: "Move this payment plan" });
  const later = await query<{ day: string }>(
    `select local_day::text as day from event_session where event_template_id = (select event_template_id from event_session where id = $1)
       and local_day > $2::date and not cancelled and sales_closed_at is null order by local_day limit 1`,
    [session, day],
  );
  await move.getByLabel("To the day").fill(later[0]?.day ?? "");
  const time = move.getByLabel("Time");
  await expect.poll(() => time.locator("option").count()).toBeGreaterThan(1);
  await time.selectOption({ index: 1 });
  await move.getByText("Price before").waitFor();
  await move.getByText(`Email to ${email}`).waitFor();
  await move.getByLabel("Add a sentence").fill("Bring boots.");
  await at("move of a payment plan");
  await move.getByLabel("Why").fill("The meadow is under water");
  await move.getByRole("button", { name: "Move 2 tickets" }).click();
  await move.waitFor({ state: "detached" });
  await page
    .getByText(/: The meadow is under water$/)
    .first()
    .waitFor();

  await page.getByRole("button", { name: "Cancel and refund" }).click();
  const cancel = page.getByRole("dialog", { name: "Cancel this payment plan?" });
  await cancel.getByText(`Email to ${email}`).waitFor();
  await cancel.getByText("They also get:").waitFor();
  await at("cancellation of a payment plan");
  await cancel.getByLabel("Why").fill("They asked for it");
  await cancel.getByRole("button", { name: "Cancel and refund" }).click();
  await page.getByText(/^It is cancelled, and .* is refunded\.$/).waitFor();
  await at("cancelled payment plan");
  const texts = (await listEmailsTo(page, email)).map(({ message }) => message.text);
  expect(texts.filter((text) => text.includes("Bring boots."))).toHaveLength(1);
  expect(found).toEqual([]);
});
