import type { Reporter, TestCase } from "vitest/node";

/** Says at the end which tests passed only at a second try, so that none of them does so unseen. */
export class FlakyTestReporter implements Reporter {
  readonly #seen: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#seen.push(test.fullName);
  }

  onTestRunEnd(): void {
    if (this.#seen.length > 0)
      process.stdout.write(`\nPassed only at a second try:\n${this.#seen.map((name) => `  ${name}\n`).join("")}`);
  }
}
