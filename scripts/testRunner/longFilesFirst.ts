import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than ten seconds and do not look it; vitest begins with the largest files where it knows no durations. */
const longFiles =
  /simulation\.test|startEmbedded\.test|\.crash\.test|\.kill\.test|\.race\.test|tenancy\.test|\/main\.test|convertMuseums\.test|sendQueuedEmails\.test|cartExpiry\.test|\.axe\.test|(?:databaseKill|slowDatabase|consoleErrors|touchTargets|taps)\.test/;

/** Begins with the long files, so that no worker is left with one when the others have ended. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The files of a project stay together: a worker starts anew with each project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name);
      const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
      return [...ofProject.filter(isLong), ...ofProject.filter((file) => !isLong(file))];
    });
  }
}
