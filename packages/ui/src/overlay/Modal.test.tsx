import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Modal } from "./Modal.tsx";
import { ModalStack, useModals } from "./ModalStack.tsx";
import { allByRole, byRole, focus, key, press, show } from "../../test/dom.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answers: boolean[] = [];
afterEach(() => void answers.splice(0));

function Buttons() {
  const { open, close } = useModals();
  return (
    <>
      {["terms", "sure", "must"].map((name) => (
        <button key={name} onClick={() => answers.push(open(name))}>
          {`open ${name}`}
        </button>
      ))}
      <button onClick={() => close("terms")}>close terms</button>
    </>
  );
}

const page = (onDismiss?: () => void) => (
  <ModalStack>
    <Buttons />
    <Modal name="terms" title="Terms" closeLabel="Close" {...(onDismiss ? { onDismiss } : {})}>
      <p>Text</p>
    </Modal>
    <Modal name="sure" title="Sure?" closeLabel="Close">
      Text
    </Modal>
    <Modal name="must" title="Must">
      Text
    </Modal>
  </ModalStack>
);

const shown = () => allByRole("dialog").map((dialog) => dialog.querySelector("h2")?.textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const dialog = (title: string) => byRole("dialog", title);
const backdrop = (title: string) =>
  act(() => {
    dialog(title).dispatchEvent(new Event("pointerdown", { bubbles: true }));
    dialog(title).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

test("Escape closes only the top modal", () => {
  show(page());
  press(byRole("button", "open terms"));
  press(byRole("button", "open sure"));
  expect(shown()).toEqual(["Terms", "Sure?"]);
  key("Escape", dialog("Sure?"));
  void wait(200);
  expect(shown()).toEqual(["Terms"]);
});

test("events in a lower modal do not close the top one", () => {
  show(page());
  press(byRole("button", "open terms"));
  press(byRole("button", "open sure"));
  key("Escape", dialog("Terms"));
  backdrop("Terms");
  void wait(200);
  expect(shown()).toEqual(["Terms", "Sure?"]);
});

test("refuses a name that is already open", () => {
  show(page());
  press(byRole("button", "open terms"));
  press(byRole("button", "open terms"));
  expect(answers).toEqual([true, false]);
  expect(shown()).toEqual(["Terms"]);
});

test("a press on the backdrop closes the top modal, a press inside does not", () => {
  let dismissed = 0;
  show(page(() => (dismissed += 1)));
  press(byRole("button", "open terms"));
  const text = dialog("Terms").querySelector("p");
  act(() => {
    text?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    text?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  void wait(200);
  expect(shown()).toEqual(["Terms"]);
  backdrop("Terms");
  void wait(200);
  expect(shown()).toEqual([]);
  expect(dismissed).toBe(1);
});

test("a drag from inside that ends on the backdrop does not close it", () => {
  show(page());
  press(byRole("button", "open terms"));
  act(() => {
    dialog("Terms")
      .querySelector("p")
      ?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    dialog("Terms").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  void wait(200);
  expect(shown()).toEqual(["Terms"]);
});

test("a modal without a close button stays open", () => {
  show(page());
  press(byRole("button", "open must"));
  key("Escape", dialog("Must"));
  backdrop("Must");
  act(() => void dialog("Must").dispatchEvent(new Event("cancel", { cancelable: true })));
  void wait(500);
  expect(shown()).toEqual(["Must"]);
});

test("closing a modal closes those above it", () => {
  show(page());
  press(byRole("button", "open terms"));
  press(byRole("button", "open sure"));
  press(byRole("button", "close terms"));
  void wait(200);
  expect(shown()).toEqual([]);
});

test("closes after 200 ms, then restores the focus and scrolling", () => {
  show(page());
  const opener = byRole("button", "open terms");
  focus(opener);
  press(opener);
  expect(document.documentElement.dataset["scroll"]).toBe("locked");
  press(byRole("button", "Close"));
  void wait(199);
  expect(shown()).toEqual(["Terms"]);
  void wait(1);
  expect(shown()).toEqual([]);
  expect(document.activeElement).toBe(opener);
  expect(document.documentElement.dataset["scroll"]).toBeUndefined();
});

/** The browser's Back, or a step forward, with the Navigation API. */
const traverse = (navigation: EventTarget, index: number, cancelable = true): boolean => {
  const event = new Event("navigate", { cancelable });
  const details = { navigationType: "traverse", destination: { index } };
  act(() => void navigation.dispatchEvent(Object.assign(event, details)));
  return event.defaultPrevented;
};

describe("the browser's Back", () => {
  const navigation = Object.assign(new EventTarget(), { currentEntry: { index: 2 } });
  beforeEach(() => void vi.stubGlobal("navigation", navigation));
  afterEach(() => void vi.unstubAllGlobals());

  test("closes the top modal only, and then leaves the page", () => {
    const onDismiss = vi.fn();
    show(page(onDismiss));
    press(byRole("button", "open terms"));
    press(byRole("button", "open sure"));
    expect(traverse(navigation, 1)).toBe(true);
    void wait(200);
    expect([shown(), onDismiss.mock.calls.length]).toEqual([["Terms"], 0]);
    expect(traverse(navigation, 1)).toBe(true);
    void wait(200);
    expect([shown(), onDismiss.mock.calls.length]).toEqual([[], 1]);
    expect(traverse(navigation, 1)).toBe(false);
  });

  test("leaves a modal that must be answered", () => {
    show(page());
    press(byRole("button", "open must"));
    expect([traverse(navigation, 1), shown()]).toEqual([false, ["Must"]]);
  });

  test.each([
    ["Forward", 3, true],
    ["a Back that a page cannot stop", 1, false],
  ])("does not close a modal when it is %s", (_, index, cancelable) => {
    show(page());
    press(byRole("button", "open terms"));
    expect([traverse(navigation, index, cancelable), shown()]).toEqual([false, ["Terms"]]);
  });
});
