import { expect, test } from "vitest";
import { newVisitor, phone } from "../support/visitor.ts";

test.each([
  ["a phone", phone],
  ["a desktop", { width: 1440, height: 900 }],
])("events below an empty cart are aligned with its heading, on %s", async (_, viewport) => {
  const page = await newVisitor({ viewport });
  await page.goto("/harbor/checkout");
  const [heading, events] = [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("heading", { level: 2, name: "What’s on" }),
  ];
  await events.waitFor();
  expect((await events.boundingBox())?.x).toBe((await heading.boundingBox())?.x);
});
