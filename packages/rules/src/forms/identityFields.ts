import type { IdentityForm, IdentityProperty } from "@foyer/contract/shop/forms/identityForm.ts";
import {
  appliesInContext,
  fieldKind,
  maxAnswerLength,
  surveySpecErrors,
  type SurveyField,
  type SurveySpecError,
  type SurveyContext,
} from "./survey.ts";

/** A field of an identity form, with its validation. */
export type IdentityField = Omit<SurveyField, "kind" | "title"> & {
  readonly kind: SurveyField["kind"] | "phone" | "zip" | "country" | "state";
  /** The seller's label; standard fields have default labels. */
  readonly title: string | undefined;
  readonly maxLength: number;
  /** Stored in a column of the identity; other fields are stored in its additional info. */
  readonly isStandard: boolean;
  /** Disabled or read-only: shown but not submitted. */
  readonly isLocked: boolean;
  /** Stored if present, never required. */
  readonly isImplicit?: true;
  /** Must equal this field; the message is then '{field}MustMatch'. */
  readonly sameAs?: { readonly field: string; readonly ignoreCase: boolean };
};

type StandardField = Pick<IdentityField, "kind" | "maxLength">;

/** The fields with columns of their own and their maximum lengths in characters. */
const standardFields: ReadonlyMap<string, StandardField> = new Map<string, StandardField>(
  Object.entries({
    first_name: { kind: "text", maxLength: 50 },
    last_name: { kind: "text", maxLength: 50 },
    email: { kind: "email", maxLength: 254 },
    email_confirm: { kind: "email", maxLength: 254 },
    phone: { kind: "phone", maxLength: 50 },
    country: { kind: "country", maxLength: 254 },
    address: { kind: "text", maxLength: 254 },
    address_more: { kind: "text", maxLength: 254 },
    city: { kind: "text", maxLength: 254 },
    state: { kind: "state", maxLength: 254 },
    region: { kind: "text", maxLength: 254 },
    zip_code: { kind: "zip", maxLength: 10 },
    gift_aid_eligible: { kind: "checkbox", maxLength: 0 },
  }),
);

/** Account fields: not part of a purchaser's details and not stored with an order. */
const accountFieldNames: readonly string[] = ["password", "password_confirm"];

/** The fields of an address, in the order of the form. */
export const addressFields: readonly string[] = [
  "country",
  "address",
  "address_more",
  "city",
  "state",
  "region",
  "zip_code",
];

/** The address fields that bank debits and buy-now-pay-later methods require. */
const debitAddressFields: readonly string[] = ["country", "address", "city", "zip_code"];

const fieldDefaults = {
  description: undefined,
  options: [],
  minimum: undefined,
  maximum: undefined,
  isWhole: false,
} as const;

const standardField = (name: string, required: boolean): IdentityField => ({
  ...fieldDefaults,
  ...(standardFields.get(name) ?? { kind: "text", maxLength: maxAnswerLength }),
  name,
  title: undefined,
  required,
  isStandard: true,
  isLocked: false,
  ...(name === "email_confirm" && { sameAs: { field: "email", ignoreCase: true } }),
});

/** The fields for every purchaser; the e-mail address is entered twice. */
export const defaultIdentityFields: readonly IdentityField[] = [
  "first_name",
  "last_name",
  "email",
  "email_confirm",
].map((name) => standardField(name, true));
const coreFieldNames = new Set(defaultIdentityFields.map(({ name }) => name));

/** The equivalent survey question, for shared validation. */
const toSurveyQuestion = (
  { title, type, format, enum: choices, minimum, maximum, context }: IdentityProperty,
  name: string,
) => ({
  title: title ?? name,
  type,
  format,
  enum: choices,
  minimum,
  maximum,
  context,
});

const toIdentityField = (name: string, property: IdentityProperty, required: boolean): IdentityField => {
  const known = standardFields.get(name);
  const isLocked = (property.disabled === true || property.readOnly === true) && !coreFieldNames.has(name);
  const own = known ? standardField(name, required) : undefined;
  const { mustEqual } = property;
  return {
    ...(own ?? { ...fieldDefaults, name, isStandard: false, maxLength: maxAnswerLength }),
    kind: known?.kind ?? fieldKind(property) ?? "text",
    title: property.title,
    description: property.description,
    options: property.enum ?? [],
    minimum: property.minimum,
    maximum: property.maximum,
    isWhole: property.type === "integer",
    required: (required || coreFieldNames.has(name)) && !isLocked,
    isLocked,
    ...(own?.sameAs && { sameAs: own.sameAs }),
    ...(mustEqual && { sameAs: { field: mustEqual.field, ignoreCase: mustEqual.ignore_case === true } }),
  };
};

type OrderedField = { readonly field: IdentityField; readonly order: number };

const orderedFields = (form: IdentityForm, current: readonly SurveyContext[]): readonly OrderedField[] => {
  const invalid = invalidProperties(form);
  return Object.entries(form.properties)
    .filter(([name]) => !accountFieldNames.includes(name) && !invalid.has(name))
    .filter(([, { context }]) => appliesInContext(context, current))
    .map(([name, property]) => ({
      field: toIdentityField(name, property, form.required?.includes(name) ?? false),
      order: property.propertyOrder ?? (coreFieldNames.has(name) ? -Infinity : Infinity),
    }));
};

/**
 * The fields for a context: name and e-mail always, then the fields of the forms. A field in several forms is asked once,
 * and required if any form requires it. Sorted by `propertyOrder`, those without one last in their written order; address
 * fields stay together at the position of the first.
 */
export const identityFields = (
  forms: readonly IdentityForm[],
  current: readonly SurveyContext[],
  { needsAddress = false }: { readonly needsAddress?: boolean } = {},
): readonly IdentityField[] => {
  const fieldsByName = new Map<string, OrderedField>(
    defaultIdentityFields.map((field) => [field.name, { field, order: -Infinity }]),
  );
  const seen = new Set<string>();
  for (const { field, order } of forms.flatMap((form) => orderedFields(form, current))) {
    const known = seen.has(field.name) ? fieldsByName.get(field.name) : undefined;
    seen.add(field.name);
    if (known?.field.required === false && field.required)
      fieldsByName.set(field.name, { ...known, field: { ...known.field, required: true } });
    else if (!known) fieldsByName.set(field.name, { field, order });
  }
  if (needsAddress)
    for (const name of debitAddressFields) {
      const known = fieldsByName.get(name);
      fieldsByName.set(name, {
        order: known?.order ?? Infinity,
        field: { ...(known?.field ?? standardField(name, true)), required: true, isLocked: false },
      });
    }
  const ordered = [...fieldsByName.values()]
    .toSorted((one, other) => one.order - other.order || 0)
    .map(({ field }) => field);
  return groupAddressFields(ordered);
};

/** Is the purchaser asked for a password to create an account? Required if any form requires it. */
export const passwordRequirement = (
  forms: readonly IdentityForm[],
  current: readonly SurveyContext[],
): "no" | "optional" | "required" => {
  const formsWithPassword = forms.filter(
    ({ properties }) => properties.password && appliesInContext(properties.password.context, current),
  );
  if (formsWithPassword.length === 0) return "no";
  return formsWithPassword.some(({ required = [] }) => required.includes("password")) ? "required" : "optional";
};

const groupAddressFields = (fields: readonly IdentityField[]): readonly IdentityField[] => {
  const first = fields.findIndex(({ name }) => addressFields.includes(name));
  if (first < 0) return fields;
  const address = addressFields.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const isOutsideAddress = ({ name }: IdentityField) => !addressFields.includes(name);
  return [
    ...fields.slice(0, first).filter(isOutsideAddress),
    ...address,
    ...fields.slice(first).filter(isOutsideAddress),
  ];
};

/** Adds the missing address fields as optional: a payment method may ask for them. */
export const withOptionalAddress = (fields: readonly IdentityField[]): readonly IdentityField[] => [
  ...fields,
  ...addressFields
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name): IdentityField => ({ ...standardField(name, false), isImplicit: true })),
];

/** Adds an optional telephone number if the fields have none. */
export const withOptionalPhone = (fields: readonly IdentityField[]): readonly IdentityField[] =>
  fields.some(({ name }) => name === "phone")
    ? fields
    : [...fields, { ...standardField("phone", false), isImplicit: true }];

/**
 * A state is chosen from the country's list, and only asked if there is one. It replaces a region field with the standard
 * label, because both would be the province.
 */
export const withStates = (fields: readonly IdentityField[], states: readonly string[]): readonly IdentityField[] => {
  const hasState = states.length > 0 && fields.some(({ kind, isImplicit }) => kind === "state" && !isImplicit);
  return fields.flatMap((field) => {
    if (field.kind === "state") return states.length === 0 ? [] : [{ ...field, options: states }];
    const isSameQuestion = field.name === "region" && field.title === undefined && !field.isImplicit;
    return hasState && isSameQuestion ? [] : [field];
  });
};

const invalidProperties = (form: IdentityForm): ReadonlySet<string> =>
  new Set(
    identityFormErrors(form).flatMap(({ path: [first, name] }) => (first === "properties" ? [String(name)] : [])),
  );

/** Is it a standard or account field, which needs no type or title? */
const isKnownField = (name: string): boolean => standardFields.has(name) || accountFieldNames.includes(name);

/** Validates the definition of a form, like a survey's. A standard field needs no type. */
export const identityFormErrors = ({ properties, required = [] }: IdentityForm): readonly SurveySpecError[] => {
  const survey = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const question = toSurveyQuestion(property, name);
      return [name, isKnownField(name) && !question.type ? { ...question, type: "string" as const } : question];
    }),
  );
  return [
    ...surveySpecErrors({ properties: survey }),
    ...Object.entries(properties).flatMap(([name, { title, mustEqual }]): SurveySpecError[] => [
      ...(!isKnownField(name) && (title ?? "").trim() === ""
        ? [{ path: ["properties", name], error: "needs a title" }]
        : []),
      ...(mustEqual && !Object.hasOwn(properties, mustEqual.field) && !coreFieldNames.has(mustEqual.field)
        ? [{ path: ["properties", name, "mustEqual", "field"], error: `there is no field '${mustEqual.field}'` }]
        : []),
    ]),
    ...required.flatMap((name, index) =>
      Object.hasOwn(properties, name) || coreFieldNames.has(name)
        ? []
        : [{ path: ["required", index], error: `there is no question '${name}'` }],
    ),
  ];
};

/** The identity forms in the meta of events and groups. */
export const identityFormsIn = (metas: readonly unknown[]): readonly IdentityForm[] =>
  metas.flatMap((meta) => {
    if (typeof meta !== "object" || meta === null) return [];
    const { identity_form, extra_checkout_fields } = meta as Record<string, unknown>;
    return [identity_form, extra_checkout_fields].filter(isIdentityForm);
  });

const isIdentityForm = (value: unknown): value is IdentityForm =>
  typeof value === "object" &&
  value !== null &&
  "properties" in value &&
  typeof value.properties === "object" &&
  value.properties !== null;
