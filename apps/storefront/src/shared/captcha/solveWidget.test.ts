import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What a page's script element does once it is attached to the document. */
const onScript = (act: (script: HTMLScriptElement) => void) =>
  vi.spyOn(document.head, "append").mockImplementation((script) => act(script as HTMLScriptElement));

test.each([
  ["a script that the browser blocks", (script: HTMLScriptElement) => void script.onerror?.("blocked")],
  ["an empty script in its place", (script: HTMLScriptElement) => void script.onload?.(new Event("load"))],
  ["a request without an answer", () => undefined],
  [
    "a script whose own scripts are blocked, so that it is never ready",
    (script: HTMLScriptElement) => {
      vi.stubGlobal("grecaptcha", { ready: () => undefined });
      script.onload?.(new Event("load"));
    },
  ],
])("says that the captcha is blocked after %s, and loads it again at the next attempt", async (_, block) => {
  // A script that has loaded is not loaded again, so each case imports the modules afresh.
  vi.resetModules();
  const [{ solveWidget }, { CaptchaBlocked }] = await Promise.all([
    import("./solveWidget.ts"),
    import("./CaptchaBlocked.ts"),
  ]);
  vi.useFakeTimers();
  const appended = onScript(block);
  const refusal = solveWidget("recaptcha", "public", "pay").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refusal).toBeInstanceOf(CaptchaBlocked);

  appended.mockImplementation((script) => {
    vi.stubGlobal("grecaptcha", {
      ready: (then: () => void) => then(),
      render: (_place: unknown, options: { readonly callback: (token: string) => void }) => {
        queueMicrotask(() => options.callback("a person"));
        return 1;
      },
      execute: () => undefined,
      reset: () => undefined,
    });
    (script as HTMLScriptElement).onload?.(new Event("load"));
  });
  expect(await solveWidget("recaptcha", "public", "pay")).toBe("a person");
});

test("a challenge that is closed counts as cancelled, at the second attempt too", async () => {
  vi.resetModules();
  const [{ solveWidget }, { CaptchaCancelled }] = await Promise.all([
    import("./solveWidget.ts"),
    import("./CaptchaCancelled.ts"),
  ]);
  vi.useFakeTimers();
  const frames: Element[] = [];
  const show = (frame: Element, isShown: boolean) => {
    frame.checkVisibility = () => isShown;
  };
  onScript((script) => {
    vi.stubGlobal("grecaptcha", {
      ready: (then: () => void) => then(),
      // Each widget adds a frame of its own, which stays when the widget is reset.
      render: () => {
        // In this namespace it loads nothing.
        const frame = document.createElementNS("http://www.w3.org/2000/svg", "iframe");
        frame.setAttribute("src", "https://www.google.com/recaptcha/api2/bframe");
        show(frame, false);
        document.body.append(frame);
        return frames.push(frame);
      },
      execute: (id: number) => frames.slice(id - 1, id).forEach((frame) => show(frame, true)),
      reset: () => undefined,
    });
    script.onload?.(new Event("load"));
  });
  const closeChallenge = async (): Promise<unknown> => {
    const answer = solveWidget("recaptcha", "public", "pay").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    for (const frame of frames) show(frame, false);
    await vi.advanceTimersByTimeAsync(2000);
    return Promise.race([answer, Promise.resolve("still waiting")]);
  };
  const answers = [await closeChallenge(), await closeChallenge()];
  for (const frame of frames) frame.remove();
  expect(frames).toHaveLength(2);
  for (const answer of answers) expect(answer).toBeInstanceOf(CaptchaCancelled);
});
