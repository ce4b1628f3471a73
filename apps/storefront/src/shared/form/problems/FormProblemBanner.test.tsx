import { useState } from "react";
import { expect, test } from "vitest";
import { byRole, press } from "@foyer/ui/test/dom.tsx";
import { showPage } from "../../../../test/page.tsx";
import { FormProblemBanner } from "./FormProblemBanner.tsx";

function Attempt() {
  const [isHeld, setHeld] = useState(false);
  if (isHeld) return <p>Held</p>;
  return (
    <>
      <FormProblemBanner problem={{ kind: "unexpected", text: "You are offline." }} />
      <button onClick={() => setHeld(true)}>Try again</button>
    </>
  );
}

test("a problem disappears at the next attempt in a browser whose scrolling returns a promise", async () => {
  await showPage(<Attempt />);
  expect(document.body.textContent).toContain("You are offline.");
  press(byRole("button", "Try again"));
  expect(document.body.textContent).toBe("Held");
});
