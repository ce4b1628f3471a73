import type { Page } from "playwright-core";
import { expect } from "vitest";
import { query } from "./database.ts";
import {
  acceptTermsAsAsked,
  buyer,
  cards,
  fillCard,
  fillPurchaser,
  goToCheckout,
  listEmailsTo,
  newAddress,
  pay,
  payWith,
  visibleButton,
  waitForOrder,
} from "./shop.ts";
import { newVisitor } from "./visitor.ts";

/** A guest joins Harbor with auto-renewal. Returns their e-mail address and member number. */
export const join = async (expiry?: string): Promise<{ readonly email: string; readonly number: string }> => {
  const page = await newVisitor();
  const email = newAddress();
  await page.goto("/harbor/membership");
  await page.getByRole("radio", { name: "Individual" }).check();
  await page.getByLabel("First name").fill(buyer.first);
  await page.getByLabel("Last name").fill(buyer.last);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("checkbox", { name: "Renew this membership automatically" }).check();
  await visibleButton(page, "Add to cart").click();
  await goToCheckout(page);
  await fillPurchaser(page, email);
  if (expiry === undefined) await payWith(page, cards.good);
  else {
    await fillCard(page, cards.good);
    await page.getByLabel("Expiry date").fill(expiry);
    await acceptTermsAsAsked(page);
    await pay(page);
  }
  await waitForOrder(page);
  const numberIn = async (): Promise<string | undefined> =>
    (await listEmailsTo(page, email))
      .map(({ message }) => /Member number ([0-9A-Z]{10})/.exec(message.text)?.[1])
      .find(Boolean);
  await expect.poll(numberIn, { timeout: 15_000 }).toBeDefined();
  return { email, number: (await numberIn()) ?? "" };
};

type GivenMembership = {
  readonly level: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  /** For a level with a second adult. */
  readonly second?: string;
  readonly reason: string;
};

/** Gives a membership away as staff who are signed in. Ends at the page of the new member. */
export const giveMembership = async (page: Page, given: GivenMembership): Promise<void> => {
  const { level, first, last, email, second, reason } = given;
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Give a membership away" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Level").selectOption({ label: level });
  await dialog.getByLabel("First name").fill(first);
  await dialog.getByLabel("Last name").fill(last);
  await dialog.getByLabel("Email address", { exact: true }).fill(email);
  if (second !== undefined) await dialog.getByLabel("Name of Second adult").fill(second);
  await dialog.getByLabel("Why").fill(reason);
  await dialog.getByRole("button", { name: `Give ${level} away` }).click();
  await page.getByRole("heading", { name: `${first} ${last}`, level: 1 }).waitFor();
};

/** Lets the renewal job take the next step of a membership now, after its term was moved. */
export const makeRenewalDue = async (memberNumber: string): Promise<void> => {
  const changed = await query(
    `update auto_renewal a set next_at = clock_timestamp() from membership m
     where m.member_number = $1 and a.seller_id = m.seller_id and a.membership_id = m.id returning a.membership_id`,
    [memberNumber],
  );
  if (changed.length !== 1) throw new Error(`the membership ${memberNumber} does not renew itself`);
};

/** Waits until the renewal job has taken the first step of new memberships, which changes them. */
export const waitForFirstStep = async (memberNumbers: readonly string[]): Promise<void> => {
  const ahead = () =>
    query(
      `select m.member_number from auto_renewal a
       join membership m on m.seller_id = a.seller_id and m.id = a.membership_id
       where m.member_number = any($1) and (a.next_at <= clock_timestamp() or a.claimed_until is not null)`,
      [memberNumbers],
    );
  await expect.poll(ahead).toEqual([]);
};
