/**
 * Command lines whose first word is no verb: most name a capability, as a program of its own would be called. What was meant
 * is told, and the command that can be typed instead; nothing of what is hidden.
 */
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { SnapshotDamaged } from '../snapshot/damaged.ts';
import { govern } from '../verbs/governance.ts';
import { idOfWords } from './capability-words.ts';
import { EVERYWHERE_WITH_VALUE } from './everywhere.ts';
import type { Host } from './host.ts';
import { shellLine } from './shell-words.ts';

type Meant = { readonly refusal: Refusal; readonly next: string };

/** What `refusal`, which says that there is no such verb, is told better by; undefined: nothing is known to be meant. */
export function meantWithoutVerb(argv: readonly string[], refusal: Refusal, host: Host): Meant | undefined {
  const { words, snapshot } = taken(argv);
  if (words[0] === 'version') return told(refusal, '--version', 'cap --version');
  const found = capabilityOf(words, snapshot, host);
  if (found === undefined) return undefined;
  const { verb, help } = VERB_FOR[found.type] ?? { verb: 'inspect', help: [] };
  const next = ['cap', verb, found.id, ...help, ...(snapshot === undefined ? [] : ['--snapshot', snapshot])];
  const message = `There is no such verb. ${found.id} is a capability: a verb stands before it.`;
  return told({ ...refusal, message }, `${verb} ${found.id}`, shellLine(next));
}

/** What a person wants of it first; an action says which arguments it takes. */
const VERB_FOR: Readonly<Record<string, { readonly verb: string; readonly help: readonly string[] }>> = {
  pack: { verb: 'list', help: [] },
  action: { verb: 'run', help: ['--help'] },
};

function told(refusal: Refusal, did_you_mean: string, next: string): Meant {
  const { reason, executed: _never, kind: _kind, ...said } = refusal;
  return { refusal: refuse(reason, { ...said, did_you_mean }), next };
}

/** The words before the first option that is not everywhere's, and the catalog that is named. */
function taken(argv: readonly string[]): { readonly words: readonly string[]; readonly snapshot: string | undefined } {
  const words: string[] = [];
  let snapshot: string | undefined;
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at] as string;
    if (EVERYWHERE_WITH_VALUE.includes(token)) {
      at += 1;
      snapshot = argv[at];
    } else if (!token.startsWith('-')) words.push(token);
    else if (words.length > 0) break;
  }
  return { words, snapshot };
}

/** The capability that the most of these words name from the first on. */
function capabilityOf(words: readonly string[], snapshotFile: string | undefined, host: Host) {
  const world = host.world(snapshotFile);
  const [policy, snapshot] = [world.policy(), world.snapshot()];
  if (isRefusal(policy) || isRefusal(snapshot)) return undefined;
  try {
    const { hidden } = govern(policy, snapshot, world.caller);
    for (let count = words.length; count > 0; count -= 1) {
      const id = idOfWords(words.slice(0, count), snapshot, hidden);
      const doc = snapshot.find(id);
      if (doc >= 0 && hidden?.(id) !== true) return { id, type: snapshot.card(doc).type as string };
    }
  } catch (thrown) {
    if (!(thrown instanceof SnapshotDamaged)) throw thrown;
  }
  return undefined;
}
