import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { copyOrderForOthers, countMoveEmails, sessionOfOrder, validTicketsBySession } from "../../support/database.ts";
import { signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { newVisitor } from "../../support/visitor.ts";

const buyers = 200;
/** The day after a day: '2027-06-12' → '2027-06-13'. */
const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

test("the board keeps its last figures, marked as outdated, if the server cannot be reached", async () => {
  const page = await newVisitor({ expectedRefusals: signedOut, expectedErrors: /ERR_INTERNET_DISCONNECTED/ });
  await page.clock.install();
  /** The dashboard refreshes every ten seconds. */
  const untilAskedAgain = () => page.clock.fastForward(11_000);
  await signInAs(page, "Reporter at Harbor Museum of Art");
  await page.getByText("Tickets sold").waitFor();
  await expect(page.getByRole("button", { name: /^Close sales/ }).count()).resolves.toBe(0);
  await page.context().setOffline(true);
  await untilAskedAgain();
  await page.getByText(/These figures are from \d\d:\d\d:\d\d/).waitFor({ timeout: 20_000 });
  await page.getByText("Tickets sold").waitFor();
  await page.context().setOffline(false);
  await untilAskedAgain();
  await page.getByText(/These figures are from/).waitFor({ state: "detached", timeout: 20_000 });
});

test("a manager closes a session, previews moving its 200 buyers in numbers, moves them, pauses and resumes", async () => {
  const buyer = await newVisitor();
  // On a day for which no other journey buys.
  const { link } = await buyOrder(buyer, { tickets: { Adult: 1 }, day: (days) => days[9] });
  const [, order_id = ""] = /\/manage\/([0-9a-f-]{36})/.exec(link) ?? [];
  await buyer.goto("about:blank");
  const day = await copyOrderForOthers(order_id, buyers - 1);
  const source = await sessionOfOrder(order_id);
  const before = await validTicketsBySession(order_id);

  const page = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(page);
  await signInAs(page, "Manager at Harbor Museum of Art");
  await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await page.goto(`/_office/harbor?day=${day}`);
  const row = page
    .getByRole("listitem")
    .filter({ hasText: `${buyers} of` })
    .first();
  await row.waitFor();
  await row.getByRole("button", { name: /^Close sales/ }).click();
  await page.getByText(/^Sales are closed: /).waitFor();
  await row.getByText("Sales closed").waitFor();
  await at("board of the day");

  await row.getByRole("link", { name: /^Move or cancel/ }).click();
  await page.getByRole("heading", { name: "Bulk actions", level: 1 }).waitFor();
  await page.getByLabel("To the day").fill(dayAfter(day));
  const target = page.getByLabel("To the session");
  await expect.poll(() => target.locator("option").count()).toBeGreaterThan(1);
  await target.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText(`${buyers}`, { exact: true }).first().waitFor();
  await expect.poll(() => preview.locator("details").count()).toBe(3);
  await at("preview");
  await page.getByLabel("Reason").fill("The roof leaks");
  await page.getByRole("button", { name: new RegExp(`^Move ${buyers} orders`) }).click();

  await page.getByRole("heading", { name: "Move to another session", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused").waitFor();
  await at("paused");
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Done", { exact: true }).waitFor({ timeout: 200_000 });
  await page.getByText(`${buyers} of ${buyers} moved · 0 set aside · 0 failed · 0 left`).waitFor();
  await at("report");

  const after = await validTicketsBySession(order_id);
  expect(after.get(source) ?? 0).toBe(0);
  expect([...after].map(([session, tickets]) => tickets - (before.get(session) ?? 0))).toContain(buyers);
  expect(await countMoveEmails(order_id)).toEqual({ emails: buyers, orders: buyers });
  expect(found).toEqual([]);
}, 300_000);
