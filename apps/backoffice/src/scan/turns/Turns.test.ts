import { expect, test } from "vitest";
import { Turns } from "./Turns.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a code that is scanned while another is judged waits for its answer, and for somebody to see it", async () => {
  const turns = new Turns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  turns.add(async () => {
    await first.promise;
    done.push("first: No");
    turns.hold(true);
  });
  turns.add(async () => void done.push("second"));
  await settled();
  expect(done).toEqual([]);
  first.resolve();
  await settled();
  expect(done).toEqual(["first: No"]);
  turns.hold(false);
  await settled();
  expect(done).toEqual(["first: No", "second"]);
});

test("after Welcome the next code is judged at once", async () => {
  const turns = new Turns();
  const done: string[] = [];
  for (const code of ["one", "two", "three"])
    turns.add(async () => {
      done.push(code);
      turns.hold(false);
    });
  await settled();
  expect(done).toEqual(["one", "two", "three"]);
});
