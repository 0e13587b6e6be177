/** Lint rules about one capability alone. Each gives messages in words that say what to do. */
import type { Bilingual, Capability, Json } from '../../capability/capability.ts';
import { programOf } from '../../capability/handler-needs.ts';

/** More tags than this say everything and so nothing. */
const MAX_TAGS = 6;
/** A summary below this many code points leaves out what comes back or from what. */
const MIN_SUMMARY = { zh: 10, en: 25 } as const;
/** What stands where a text was meant to come. A mark such as TODO is a word, too: it is one only as a whole, in front or at the end. */
const PLACEHOLDER =
  /^\s*(?:todo|fixme|tbd|xxx+)\s*(?:[:：]|$)|\b(?:todo|fixme|tbd|xxx+)[\s.…。]*$|\b(?:lorem ipsum|placeholder text|foo bar)\b|待补充|待完善|占位文本|此处填写/iu;
const HAN = /\p{Script=Han}/u;

/** Both languages everywhere, and each text in its own language. */
export function checkLanguages(capability: Capability): string[] {
  const found: string[] = [];
  for (const [name, text] of bilingualTexts(capability)) {
    if (text.zh === undefined) found.push(`${name} has no zh`);
    else if (!HAN.test(text.zh)) found.push(`${name}.zh has no Chinese character`);
    if (text.en === undefined) found.push(`${name} has no en`);
    else if (HAN.test(text.en)) found.push(`${name}.en has Chinese characters`);
  }
  return found;
}

export function checkLengths({ summary }: Capability): string[] {
  return (['zh', 'en'] as const).flatMap((language) => {
    const length = [...(summary[language] ?? '')].length;
    const least = MIN_SUMMARY[language];
    return length > 0 && length < least
      ? [`summary.${language} has only ${count(length, 'character')}, not at least ${least}`]
      : [];
  });
}

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

export function checkTags({ entities, qualifiers, intents }: Capability): string[] {
  const tags = [...entities, ...qualifiers];
  const found =
    tags.length < 1 || tags.length > MAX_TAGS ? [`${tags.length} entities and qualifiers, not 1 to ${MAX_TAGS}`] : [];
  for (const list of [entities, qualifiers, intents]) {
    for (const [i, term] of list.entries()) if (list.indexOf(term) !== i) found.push(`the term ${term} stands twice`);
  }
  return found;
}

export function checkPlaceholders(capability: Capability): string[] {
  const texts: [string, string][] = bilingualTexts(capability).flatMap(([name, { zh, en }]) => [
    [`${name}.zh`, zh ?? ''],
    [`${name}.en`, en ?? ''],
  ]);
  // A capability about to-do comments may say so.
  const allowed = capability.entities.includes('todo_comment');
  return texts.flatMap(([name, text]) => {
    const [mark] = allowed ? [] : (PLACEHOLDER.exec(text) ?? []);
    return mark === undefined ? [] : [`${name} looks unfinished: "${mark.trim()}" is taken for a placeholder`];
  });
}

export function checkExecutables({ handler, executables }: Capability): string[] {
  const started = handler === undefined ? undefined : programOf(handler);
  if (started === undefined || executables.some(({ name }) => name === started)) return [];
  return [`requires.executables does not name ${started}`];
}

/** Two calls show what varies; where nothing can vary one is enough. */
export function checkExamples({ type, examples, argumentsSchema }: Capability): string[] {
  if (type !== 'action') return [];
  const wanted = propertiesOf(argumentsSchema).length === 0 ? 1 : 2;
  const found =
    examples.length < wanted
      ? [`${count(examples.length, 'example')}, at least ${wanted} ${wanted === 1 ? 'is' : 'are'} wanted`]
      : [];
  const seen = new Set(examples.map((example) => JSON.stringify(example.arguments)));
  if (seen.size < examples.length) found.push('two examples have the same arguments');
  return found;
}

/** Every property, however deep, says what it is in both languages. */
export function checkSchemaDescriptions({ argumentsSchema, outputSchema }: Capability): string[] {
  return [
    ...undescribed(argumentsSchema, 'arguments_schema'),
    ...(outputSchema === undefined ? [] : undescribed(outputSchema, 'output_schema')),
  ];
}

export function checkSymptomsAndAliases({ type, aliases }: Capability): string[] {
  if (type === 'pack') return [];
  return (['zh', 'en'] as const).flatMap((language) =>
    aliases[language].length === 0 ? [`no ${language} alias`] : [],
  );
}

/** What changes something names the capability that tells whether it worked. */
export function checkVerifies({ type, sideEffect, verifies, affectedResources }: Capability): string[] {
  if (type !== 'action' || sideEffect === 'R') return [];
  return [
    ...(verifies.length === 0 ? ['verifies names nothing, although it changes something'] : []),
    ...(affectedResources.length === 0 ? ['affected_resources is empty, although it changes something'] : []),
  ];
}

function bilingualTexts(capability: Capability): [string, Bilingual][] {
  const { title, summary, description, whenToUse, whenNotToUse, examples, body } = capability;
  const optional = (name: string, text: Bilingual | undefined): [string, Bilingual][] =>
    text === undefined || (text.zh === undefined && text.en === undefined) ? [] : [[name, text]];
  return [
    ['title', title],
    ['summary', summary],
    ...optional('description', description),
    ...whenToUse.map((text, i): [string, Bilingual] => [`when_to_use[${i}]`, text]),
    ...whenNotToUse.map((text, i): [string, Bilingual] => [`when_not_to_use[${i}]`, text]),
    ...examples.flatMap(({ note }, i) => optional(`examples[${i}].note`, note)),
    ...optional('body', body),
  ];
}

function undescribed(schema: Json, name: string): string[] {
  const found: string[] = [];
  for (const [key, property] of propertiesOf(schema)) {
    const at = `${name}.${key}`;
    const { description, 'x-description-zh': zh } = (property ?? {}) as { [key: string]: Json };
    if (typeof description !== 'string') found.push(`${at} has no description`);
    if (typeof zh !== 'string') found.push(`${at} has no x-description-zh`);
    found.push(...undescribed(property, at));
  }
  const items = isObject(schema) ? schema.items : undefined;
  return items === undefined ? found : [...found, ...undescribed(items, `${name}[]`)];
}

function propertiesOf(schema: Json): [string, Json][] {
  const properties = isObject(schema) ? schema.properties : undefined;
  return properties !== undefined && isObject(properties) ? Object.entries(properties) : [];
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
