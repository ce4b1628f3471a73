import type { Reporter, TestCase } from "vitest/node";

/** Lists the tests that passed only when they were retried. */
export class FlakyTestReporter implements Reporter {
  readonly #flakyTests: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#flakyTests.push(test.fullName);
  }

  onTestRunEnd(): void {
    if (this.#flakyTests.length > 0)
      process.stdout.write(`\nPassed only when retried:\n${this.#flakyTests.map((name) => `  ${name}\n`).join("")}`);
  }
}
