import { expect, test } from "vitest";
import { collectFindings } from "../../support/accessibility/axe.ts";
import { countedScans } from "../../support/database.ts";
import { answerOf, buyForNow, next, openGateScreen, scanCode } from "../../support/gate.ts";
import { searchOrders, signedOut, signInAs } from "../../support/office.ts";
import { buyOrder } from "../../support/orders.ts";
import { placesOf } from "../../support/placesOf.ts";
import { changeReplies, newVisitor } from "../../support/visitor.ts";

test("box office sends a colleague a link that opens a prepared refund above its own limit", async () => {
  const { email } = await buyOrder(await newVisitor(), { tickets: { Adult: 2 } });
  const clerk = await newVisitor({ expectedRefusals: signedOut });
  await clerk.addInitScript(
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void (window.copied = text) } });",
  );
  // Simulates a limit set by the seller.
  await changeReplies(clerk, /\/staff_api\/orders\/\d+\?_seller/, { refund_limit: { order: "20.00", day: null } });
  const { found, at } = collectFindings(clerk);
  await signInAs(clerk, "Box office at Harbor Museum of Art");
  await clerk.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await searchOrders(clerk, "harbor", email);
  const open = clerk.getByRole("row").filter({ hasText: email }).getByRole("link");
  const number = await open.innerText();
  await open.click();
  await clerk.getByRole("button", { name: "Refund", exact: true }).click();
  await clerk.getByText("You can refund up to $20.00 of one order.").waitFor();
  const copy = clerk.getByRole("button", { name: "Copy the link for a colleague" });
  expect(await copy.isDisabled()).toBe(true);
  await clerk.getByLabel("Amount").fill("25.5");
  await copy.click();
  await clerk.getByRole("button", { name: "Copied" }).waitFor();
  await at("refund beyond the limit");
  const link = String(await clerk.evaluate("window.copied"));
  expect(link).toMatch(new RegExp(`/_office/harbor/orders/${number}\\?do=refund&amount=25\\.5$`));
  await clerk.keyboard.press("Escape");

  const manager = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(manager, "Manager at Harbor Museum of Art");
  await manager.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  await manager.goto(link);
  const dialog = manager.getByRole("dialog", { name: "Refund without cancelling" });
  expect(await dialog.getByLabel("Amount").inputValue()).toBe("25.5");
  await dialog.getByLabel("Reason").fill("Asked for by the box office");
  await dialog.getByRole("button", { name: "Refund $25.50" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => new URL(manager.url()).search).toBe("");

  const reporter = await newVisitor({ expectedRefusals: signedOut });
  await signInAs(reporter, "Finance at Harbor Museum of Art");
  await reporter.goto(`${link.replace("do=refund", "do=cancel")}`);
  await reporter.getByRole("heading", { name: `Order ${number}` }).waitFor();
  expect(await reporter.getByRole("dialog").count()).toBe(0);
  expect(found).toEqual([]);
});

/** The scans stored on a phone, as text. */
const keptScans = `new Promise((resolve) => {
  const opened = indexedDB.open("foyer-gate-harbor");
  opened.onsuccess = () => {
    const all = opened.result.transaction("scans").objectStore("scans").getAll();
    all.onsuccess = () => {
      opened.result.close();
      resolve(JSON.stringify(all.result));
    };
  };
})`;

test("a manager undoes a check-in from the order, after the gate's time limit", async () => {
  const { order_id, codes } = await buyForNow(await newVisitor());
  const manager = await newVisitor({ expectedRefusals: signedOut });
  await openGateScreen(manager);
  await manager.goto((await manager.getByRole("link", { name: "Scan on this device" }).getAttribute("href")) ?? "");
  await manager.getByText(/Online · list/).waitFor();
  await scanCode(manager, codes[0] ?? "");
  await answerOf(manager, "Welcome").waitFor();
  // The server has the scan, so this phone no longer stores its code.
  expect(await manager.evaluate(keptScans)).not.toContain(codes[0]);
  await next(manager);
  await manager.goto(`/_office/harbor/orders?q=${encodeURIComponent(codes[0] ?? "")}`);
  await manager.getByRole("row").getByRole("link").first().click();
  const history = manager.getByRole("list", { name: "History, newest first" });
  await history.getByText("checked a ticket in").waitFor();
  await history.getByRole("button", { name: "Undo the check-in" }).click();
  await history.getByText("undid a check-in").waitFor();
  expect(await history.getByRole("button", { name: "Undo the check-in" }).count()).toBe(0);
  expect(await countedScans(order_id)).toEqual(["undone", "undo"]);
});

test("what goes back and what the policy says move nothing in the form that cancels tickets", async () => {
  const { email } = await buyOrder(await newVisitor(), { tickets: { Adult: 2 } });
  const manager = await newVisitor({ expectedRefusals: signedOut });
  const { found, at } = collectFindings(manager);
  await signInAs(manager, "Manager at Harbor Museum of Art");
  await manager.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await manager.setViewportSize({ width, height });
    await searchOrders(manager, "harbor", email);
    await manager.getByRole("row").filter({ hasText: email }).getByRole("link").click();
    await manager.getByRole("button", { name: "Cancel", exact: true }).click();
    const dialog = manager.getByRole("dialog", { name: "Cancel 2 tickets" });
    // The buttons below are as wide as their labels.
    const controls = dialog.locator("select, input, fieldset, details, dl, form > p");
    await dialog.getByText("Within the policy of this order.").waitFor();
    await dialog.getByText("Once the money is on its way, they also get:").waitFor();
    const before = await placesOf(controls);
    const money = dialog.getByLabel("Money");
    for (const choice of ["Refund nothing", "Refund everything"]) {
      await money.selectOption(choice);
      await dialog.getByText(/^Beyond the policy of this order: (no fee is kept|nothing goes back)/).waitFor();
      expect(await dialog.getByLabel("Refund to").isDisabled()).toBe(choice === "Refund nothing");
      expect(await placesOf(controls)).toEqual(before);
    }
    await money.selectOption("Refund by the policy");
    await dialog.getByText("Within the policy of this order.").waitFor();
    expect(await placesOf(controls)).toEqual(before);
    await money.selectOption("Refund nothing");
    await dialog.getByText(/^Beyond the policy of this order: nothing goes back/).waitFor();
    await at(`beyond the policy at ${width}`);
    await manager.keyboard.press("Escape");
  }
  expect(found).toEqual([]);
});
