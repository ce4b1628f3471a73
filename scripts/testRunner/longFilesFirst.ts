import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that take more than ten seconds. Without known durations, vitest starts with the largest files. */
const longFiles =
  /simulation\.test|startEmbedded\.test|\.crash\.test|\.kill\.test|\.race\.test|tenancy\.test|\/main\.test|convertMuseums\.test|sendQueuedEmails\.test|cartExpiry\.test|\.axe\.test|(?:databaseKill|slowDatabase|consoleErrors|touchTargets|taps)\.test/;

/** Starts with the long files, so that no worker is left with one when the others have finished. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The files of a project stay together, since a worker restarts for each project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name);
      const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
      return [...ofProject.filter(isLong), ...ofProject.filter((file) => !isLong(file))];
    });
  }
}
