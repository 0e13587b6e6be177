/** Tool `codec_regex_test`: what an expression matches in a text, stopped when it takes too long. */
import { createContext, Script } from 'node:vm';
import { integer, optionalText, text } from '../arguments.ts';
import { placeOf } from '../data/json-parse.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

const LONGEST_MS = 3000;

type Found = { match: string; index: number; groups: (string | null)[]; named: Record<string, string | null> };
type Outcome = { found: Found[]; total: number; replaced: string | null };

/** Runs in a context of its own, where it can be interrupted. */
const EVALUATE = new Script(`(() => {
  const found = [];
  let total = 0;
  const or = (value) => value === undefined ? null : value;
  for (const match of subject.matchAll(regex)) {
    total += 1;
    if (found.length < limit) found.push({
      match: match[0], index: match.index, groups: match.slice(1).map(or),
      named: Object.fromEntries(Object.entries(match.groups || {}).map(([name, value]) => [name, or(value)])),
    });
  }
  return { found, total, replaced: replacement === null ? null : subject.replace(regex, replacement) };
})()`);

export function run(args: JsonObject): Json {
  const subject = text(args, 'text');
  const regex = compile(text(args, 'pattern'), optionalText(args, 'flags') ?? '');
  const limit = integer(args, 'limit');
  const { found, total, replaced } = evaluate({
    regex,
    subject,
    limit,
    replacement: optionalText(args, 'replacement') ?? null,
  });
  const matches = found.map(({ match, index, groups, named }) => ({
    match: match.toWellFormed(),
    index,
    ...placeOf(subject, index),
    groups: groups.map((group) => group?.toWellFormed() ?? null),
    named,
  }));
  return { matches, total, truncated: total > matches.length, replaced: replaced?.toWellFormed() ?? null };
}

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`);
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid regular expression: .*\/[a-z]*: /s, '');
    throw new ToolFailure(`this is not a regular expression: ${why}`, 'invalid_arguments');
  }
}

function evaluate(globals: { regex: RegExp; subject: string; limit: number; replacement: string | null }): Outcome {
  try {
    return EVALUATE.runInContext(createContext(globals), { timeout: LONGEST_MS }) as Outcome;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ToolFailure(
      `the expression takes longer than ${LONGEST_MS} ms on this text: nested repetition such as (a+)+ makes it explode`,
      'failed',
    );
  }
}
