import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/x.js");
const { chromium } = require("playwright-core");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
const base = "http://localhost:4114";
const small = () =>
  page.evaluate(() => {
    const least = 44;
    const pressed = 'a[href], button, input, select, textarea, summary, [role="button"], [role="radio"], [role="tab"]';
    const covers = (element) => {
      const after = getComputedStyle(element, "::after");
      const own = element.getBoundingClientRect();
      if (after.content === "none" || after.position !== "absolute") return own;
      const [width, height] = [Number.parseFloat(after.width), Number.parseFloat(after.height)];
      return new DOMRect(own.x, own.y, Math.max(own.width, width || 0), Math.max(own.height, height || 0));
    };
    const isInSentence = (element) => {
      if (getComputedStyle(element).display !== "inline") return false;
      const around = element.parentElement?.textContent?.trim() ?? "";
      return element.tagName === "A" && around.length > (element.textContent?.trim().length ?? 0);
    };
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const style = getComputedStyle(element);
      if (!element.checkVisibility({ visibilityProperty: true }) || style.pointerEvents === "none") return [];
      const label = element.closest("label");
      const own = covers(element);
      const around = label && element instanceof HTMLInputElement ? covers(label) : own;
      const box = around.width * around.height > own.width * own.height ? around : own;
      // Off the screen until it has the focus, as the link to the content.
      if (box.right <= 0 || box.bottom + window.scrollY <= 0 || box.width <= 1 || isInSentence(element)) return [];
      if (box.width >= least - 0.5 && box.height >= least - 0.5) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(box.width)} × ${Math.round(box.height)}`;
    });
  });
const seen = new Set();
const look = async (name) => {
  for (const t of await small()) {
    if (!seen.has(t)) console.log(name, "|", t);
    seen.add(t);
  }
};
for (const seller of process.argv.slice(2)) {
  await page.goto(base + "/" + seller + "/events", { waitUntil: "networkidle" });
  await look(seller + " listing");
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((a) => a.map((l) => l.getAttribute("href") ?? ""));
  for (const h of new Set(links.filter((h) => /\/events\/[0-9a-f-]{36}/.test(h)))) {
    await page.goto(base + h, { waitUntil: "networkidle" });
    await page.keyboard.press("Tab");
    await page.waitForTimeout(400);
    await look(h.slice(0, 30) + (await page.title()));
  }
  for (const p of [
    "",
    "checkout",
    "membership",
    "membership/redeem",
    "user/forgot-password",
    "resend",
    "login",
    "nowhere",
  ]) {
    await page.goto(base + "/" + seller + "/" + p, { waitUntil: "networkidle" });
    await page.keyboard.press("Tab");
    await page.waitForTimeout(300);
    await look(seller + "/" + p);
  }
}
await browser.close();
