import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessibility/expectAccessible.ts";
import { tabTo, waitForFocus } from "../support/accessibility/keyboard.ts";
import { buyOrder, cancellationJobMs, cancelVisit, type BoughtOrder } from "../support/orders.ts";
import { dateOptions, listEmailsTo, timeOptions } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const orderIn = ({ link }: BoughtOrder): string => /manage\/([0-9a-f-]+)/.exec(link)?.[1] ?? "";

/** The link in the e-mail that says that the session was cancelled. */
const linkAfterCancellation = async (page: Page, bought: BoughtOrder): Promise<string> => {
  const { text, link } = await cancelVisit(page, { email: bought.email, order_id: orderIn(bought) });
  expect(text).toContain("You can have your money back, or choose another time.");
  return link;
};

type CancelledVisit = BoughtOrder & { readonly manageLink: string };

/** All times of a Wednesday cost the same; on other days an evening may be cheaper. */
const isWednesday = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek === 3;

const cancelBothVisits = async (): Promise<{ readonly refunded: CancelledVisit; readonly moved: CancelledVisit }> => {
  const [one, other] = [await newVisitor({ viewport: phone }), await newVisitor()];
  const refunded = await buyOrder(one, { tickets: { Adult: 2 }, isLastTime: true });
  const moved = await buyOrder(other, {
    tickets: { Adult: 1 },
    day: (days) => days.filter(isWednesday)[1],
    isLastTime: true,
  });
  const links = await Promise.all([linkAfterCancellation(one, refunded), linkAfterCancellation(other, moved)]);
  return { refunded: { ...refunded, manageLink: links[0] }, moved: { ...moved, manageLink: links[1] } };
};

let visits: ReturnType<typeof cancelBothVisits> | undefined;
/** Both are cancelled before the first test continues, so that one run of the job notifies both buyers. */
const cancelledVisits = (): ReturnType<typeof cancelBothVisits> => (visits ??= cancelBothVisits());

test(
  "a buyer with a phone chooses a refund for a visit that the venue cancelled",
  async () => {
    const { refunded } = await cancelledVisits();
    const page = await newVisitor({ viewport: phone });
    await page.goto(refunded.manageLink);
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: "Harbor Museum of Art has cancelled this visit" }).waitFor();
    await main.getByText("The venue cancelled this visit: Museum Admission").waitFor();
    expect(await main.getByRole("button", { name: "Cancel tickets" }).count()).toBe(0);
    expect(await main.getByRole("link", { name: /Download|calendar/ }).count()).toBe(0);
    expect(await main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(0);
    await expectAccessible(page);
    const getBack = main.getByRole("button", { name: "Get your money back: Museum Admission" });
    await tabTo(page, getBack);
    await page.keyboard.press("Enter");
    await waitForFocus(page, "heading", "Get your money back?");
    await expectAccessible(page);
    await tabTo(page, main.getByRole("button", { name: /^Get back \$\d+\.\d\d$/ }));
    await page.keyboard.press("Enter");
    await waitForFocus(page, "heading", "Your refund is on its way");
    await main.getByText("This order has no tickets left.").waitFor();
    await expectAccessible(page);
    const subjects = async () => (await listEmailsTo(page, refunded.email)).map(({ message }) => message.subject);
    await expect.poll(subjects).toContain("Your refund from Harbor Museum of Art");
  },
  2 * cancellationJobMs,
);

test(
  "a buyer moves a visit that the venue cancelled to another time for free",
  async () => {
    const { moved } = await cancelledVisits();
    const page = await newVisitor();
    await page.goto(moved.manageLink);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Choose another time: Museum Admission" }).click();
    await page.getByRole("heading", { level: 1, name: "Choose another time" }).waitFor();
    await expectAccessible(page);
    await dateOptions(page).filter({ hasText: "Wed" }).last().click();
    await timeOptions(page).first().click();
    await main.getByRole("button", { name: "Review the change" }).click();
    await page.getByText("No extra cost").waitFor();
    await main.getByRole("button", { name: "Confirm" }).click();
    await waitForFocus(page, "heading", "Your visit has been moved");
    await expect.poll(() => main.getByRole("img", { name: /^QR code of ticket/ }).count()).toBe(1);
    expect(await main.getByText("has cancelled this visit").count()).toBe(0);
  },
  2 * cancellationJobMs,
);
