/** A catalog of one capability for each way in which a run can be something other than done, and a person who uses it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barely, cap, EXECUTABLE, emptyDirectory } from './executable.ts';
import { type Shown, typeAtTerminal } from './pty.ts';

const about = (id: string, type: string) => `id: ${id}
type: ${type}
version: 1
title: {en: ${id}}
summary: {en: What a person runs as ${id}}
entities: [file]
when_to_use: [{en: Never}]
when_not_to_use: [{en: Always}]
`;

type Facts = {
  readonly effect?: 'R' | 'W-local' | 'I';
  readonly confirmation?: 'none' | 'caller' | 'human';
  readonly network?: 'none' | 'outbound';
  readonly more?: string;
  readonly program?: string;
  readonly handler?: string;
};

function action(name: string, facts: Facts): string {
  const { effect = 'R', confirmation = 'none', network = 'none', more = '', program = 'printf' } = facts;
  const command = `{kind: command, executable: "${program}", argv: ["--", {arg: word}], output: {format: text}}`;
  return `${about(`form.${name}`, 'action')}intents: [create]
side_effect: ${effect}
risk_level: low
confirmation: ${confirmation}
idempotency: ${effect === 'R' ? 'idempotent' : 'non_idempotent'}
timeout_ms: 800
network_policy: ${network}
arguments_schema: {type: object, additionalProperties: false, required: [word], properties: {word: {type: string, description: It.}}}
examples: [{arguments: {word: a}}, {arguments: {word: b}}]
${more}handler: ${facts.handler ?? command}
`;
}

const TO_A_SERVER =
  '{kind: http, method: GET, url: "https://example.com/{word}", headers: [{name: Authorization, secret: FORM_TOKEN}]}';

const ACTIONS: Readonly<Record<string, Facts>> = {
  read: {},
  change: { effect: 'W-local', confirmation: 'caller', program: 'touch', more: 'affected_resources: ["{word}"]\n' },
  drop: { effect: 'I', confirmation: 'human', program: 'rmdir', more: 'affected_resources: ["{word}"]\n' },
  slow_read: { program: 'sleep' },
  slow_change: { effect: 'W-local', confirmation: 'caller', program: 'sleep', more: 'verifies: [form.read]\n' },
  fail: { program: 'false' },
  absent: { program: 'cap-no-such-program' },
  elsewhere: { more: 'requires: {os: [win32]}\n' },
  secret: { network: 'outbound', handler: TO_A_SERVER },
  sockets: { more: 'host_view: [network]\n' },
};

export type Person = {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the terminal shows for this line, with these answers to what it asks. */
  readonly types: (line: string, ...answers: string[]) => Promise<Shown>;
};

/** Somebody who has trusted nothing yet, in a directory with the catalog in `catalog` and, compiled, in form.snapshot. */
export async function newcomer(): Promise<Person> {
  const home = emptyDirectory('cap-home-');
  const cwd = emptyDirectory('cap forms ');
  const bin = emptyDirectory('cap-bin-');
  symlinkSync(EXECUTABLE, join(bin, 'cap'));
  mkdirSync(join(cwd, 'catalog', 'form'), { recursive: true });
  const save = (name: string, text: string) => writeFileSync(join(cwd, 'catalog', 'form', `${name}.yaml`), text);
  save('_pack', about('form', 'pack'));
  for (const [name, facts] of Object.entries(ACTIONS)) save(name, action(name, facts));
  const path = `${bin}:${barely(home).PATH}`;
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: path, NO_COLOR: '1' };
  const built = await cap(['catalog', 'build', 'catalog', '-o', 'form.snapshot'], { cwd, env });
  if (built.status !== 0) throw new Error(`the catalog does not compile: ${built.stdout}${built.stderr}`);
  return { home, cwd, env, types: (line, ...answers) => typeAtTerminal(line, { env, cwd, answers }) };
}

/** The command that an answer names as the next one. */
export function nextOf({ screen }: Shown): string {
  const found = [...screen.matchAll(/^ *next: (.+)$/gim)];
  if (found.length !== 1) throw new Error(`not one next command: ${screen}`);
  return found[0]?.[1] as string;
}
