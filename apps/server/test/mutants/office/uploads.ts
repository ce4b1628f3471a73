import type { Mutant } from "../mutant.ts";

const editing = "apps/server/src/office/editing";
const publish = `${editing}/publish.test.ts`;
const uploads = `${editing}/pictures/uploads.test.ts`;
const files = `${editing}/files/files.test.ts`;

/** Guards of catalogue files and pictures that staff upload. */
export const uploadMutants: readonly Mutant[] = [
  {
    name: "file_of_an_older_revision",
    protects: "stock",
    file: "apps/server/src/catalogue/apply/importCatalogue.ts",
    changes: [{ from: "const problems = replace ? []", to: 'const problems = id !== "" || replace ? []' }],
    killedBy: {
      file: publish,
      test: "a file that knows an older revision is refused with the chapters changed since, unless it is to win",
    },
  },
  {
    name: "uploaded_file_of_its_seller",
    protects: "tenancy",
    file: `${editing}/files/checkFile.ts`,
    changes: [{ from: "if (slug !== seller.slug)", to: 'if (slug === "")' }],
    killedBy: {
      file: files,
      test: "a file that is uploaded of another seller, of two, of none and of nothing readable is refused",
    },
  },
  {
    name: "uploaded_file_of_the_planned_revision",
    protects: "stock",
    file: `${editing}/files/fileUseCases.ts`,
    changes: [{ from: "await requireNewest(ctx, newest ?? { number: 0 }, revision);", to: "" }],
    killedBy: { file: files, test: "a file that is uploaded is refused where somebody published since it was planned" },
  },
  {
    name: "uploaded_file_of_an_older_revision",
    protects: "stock",
    file: `${editing}/files/fileUseCases.ts`,
    changes: [{ from: "if (older && !replace)", to: "if (older && revision < 0)" }],
    killedBy: {
      file: files,
      test: "a file that is uploaded of an older revision is refused with the chapters published since, unless it is to win",
    },
  },
  {
    name: "uploaded_pictures_have_a_limit",
    protects: "access",
    file: `${editing}/pictures/uploadOnePicture.ts`,
    changes: [{ from: 'await requireRoom(ctx, "uploaded_pictures");', to: "" }],
    killedBy: { file: uploads, test: "one more than may wait to be published" },
  },
  {
    name: "uploaded_picture_is_no_other_file",
    protects: "access",
    file: "apps/server/src/catalogue/validate/prepareImages.ts",
    changes: [{ from: "if (!isSafeSvg(bytes)) return", to: "if (bytes.length === 0) return" }],
    killedBy: { file: uploads, test: "HTML with a drawing's script" },
  },
  {
    name: "stalled_uploads_are_cut",
    protects: "access",
    file: "apps/server/src/http/uploads/bodyClock.ts",
    changes: [{ from: "sinceProgressMs >= limitMs ||", to: "" }],
    killedBy: { file: "apps/server/src/http/uploads/bodyClock.test.ts", test: "much, and then nothing" },
  },
  {
    name: "focal_point_in_its_picture",
    protects: "access",
    file: "packages/contract/src/shop/pictureFocus.ts",
    changes: [{ from: ".check(z.minimum(0), z.maximum(100))", to: "" }],
    killedBy: { file: uploads, test: "has no focal point at" },
  },
  {
    name: "drawing_with_an_instruction",
    protects: "access",
    file: "apps/server/src/http/sanitize/isSafeSvg.ts",
    changes: [{ from: "<\\?xml\\s[^>]*\\?>", to: "<\\?xml[^>]*\\?>" }],
    killedBy: {
      file: "apps/server/src/http/sanitize/isSafeSvg.test.ts",
      test: "a processing instruction in place of the declaration",
    },
  },
];
