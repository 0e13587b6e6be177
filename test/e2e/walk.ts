/**
 * A newcomer with one tool: asks `cap search`, looks with `cap inspect`, acts with `cap run`, and knows no id that these
 * did not show. What asks for a yes gets one: as the caller, or as a person at a terminal.
 */
import { expect } from 'vitest';
import { approveAtTerminal } from './approve.ts';
import { barely, cap, documentOf, emptyDirectory } from './executable.ts';

// biome-ignore lint/suspicious/noExplicitAny: each task states by its assertions what the answer must look like.
type Document = any;

export type Walk = {
  readonly cwd: string;
  /** Asks in plain words, and reads the first answer: when it is the wrong one it says which is right. Gives the ids. */
  search(words: string): Promise<string[]>;
  /** Reads a contract that was shown before; the ids that it names may be inspected next. Then runs it; gives the result. */
  run(id: string, args?: object): Promise<Document>;
  /** Only reads; for guides. */
  inspect(id: string): Promise<Document>;
};

/** References that a newcomer reads of an answer. */
const READ = 3;

export function openWalk(cwd = emptyDirectory('cap 日常 ')): Walk {
  const env = { ...barely(), PATH: process.env.PATH ?? '' };
  const shown = new Set<string>();
  const read = new Map<string, Document>();
  const request = async (verb: string, body: object): Promise<Document> =>
    documentOf(await cap([verb, '--request-json', '-'], { cwd, env, stdin: JSON.stringify(body) }));
  const inspect = async (id: string): Promise<Document> => {
    expect([...shown], `nothing has shown ${id}`).toContain(id);
    const document = await request('inspect', { version: 'schema-inspect.v1', canonical_path: id });
    expect(document.error).toBeUndefined();
    const text = JSON.stringify(document.tool_spec);
    for (const [, named = ''] of text.matchAll(/"(?:instead|canonical_path)":"([a-z0-9_.]+)"/g)) shown.add(named);
    for (const [, named = ''] of text.matchAll(/\{cap:([a-z0-9_.]+)\}/g)) shown.add(named);
    read.set(id, document);
    return document.tool_spec;
  };
  return {
    cwd,
    inspect,
    search: async (query) => {
      const { candidates } = await request('search', { version: 'tool-search.v1', query, limit: READ });
      const ids = candidates.map((one: { canonical_path: string }) => one.canonical_path);
      for (const id of ids) shown.add(id);
      if (ids.length > 0) await inspect(ids[0]);
      return ids;
    },
    run: async (id, args = {}) => {
      if (!read.has(id)) await inspect(id);
      const { catalog, tool_spec: spec } = read.get(id);
      const call = {
        version: 'action-run.v1',
        canonical_path: id,
        action_version: spec.identity.version,
        expected_source_hash: catalog.source_hash,
        expected_surface_hash: catalog.surface_hash,
        tool_call_id: 'walk',
        arguments: args,
      };
      let answer = await request('run', call);
      if (answer.status === 'confirmation_required') {
        const { confirmation } = answer;
        if (confirmation.approver === 'human') await approveAtTerminal(confirmation.confirmation_token, { cwd, env });
        answer = await request('run', { ...call, confirmation_token: confirmation.confirmation_token });
      }
      expect(answer.status, `${id}: ${JSON.stringify(answer.errors ?? answer.error)}`).toBe('succeeded');
      return answer.evidence.result;
    },
  };
}
