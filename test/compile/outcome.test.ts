/** What a manifest says of its outcome: whoever looks after a change must be fit for it, and each argument must exist. */
import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/compile.ts';
import { complaints } from './complaints.ts';
import { ACTION, edit, KILL, SMALL, sources } from './small-catalog.ts';

const LOOK = 'verification: {action: net.who, arguments: {port: {arg: port}}, took_effect: {maxItems: 0}}';
const withLine = (line: string) => edit(KILL, 'handler:', `${line}\nhandler:`);
const of = (line: string) => complaints({ 'net/kill.yaml': withLine(line) }).join('\n');

describe('verification, compensation and retry', () => {
  it('arrive in the contract as they are written', () => {
    const compiled = compileCatalog(sources({ ...SMALL, 'net/kill.yaml': withLine(LOOK) }), {});
    if (Array.isArray(compiled) || !('capabilities' in compiled)) throw new Error(JSON.stringify(compiled));
    expect(compiled.capabilities.find(({ id }) => id === 'net.kill')?.verification).toEqual({
      action: 'net.who',
      arguments: { port: { arg: 'port' } },
      tookEffect: { maxItems: 0 },
    });
  });

  it('take lists of arguments, conditions on them, and placeholders of every kind', () => {
    const enumeration = '{items: {enum: {$arg: port}}}';
    const line = LOOK.replace('{arg: port}', '{args: [port]}').replace('took_', 'when: {port: [80, null]}, took_');
    expect(of(line)).toBe('');
    expect(of(LOOK.replace('{maxItems: 0}', enumeration))).toContain('took_effect cannot be used');
  });

  it.each([
    ['an action that is not in verifies', LOOK.replace('net.who', 'net.kill'), 'net.kill names itself'],
    ['one that does not exist', LOOK.replace('net.who', 'net.whom'), 'no capability net.whom in the catalog'],
    ['an argument that we lack', LOOK.replace('{arg: port}', '{arg: prot}'), 'net.kill has no argument prot'],
    ['an argument that it lacks', LOOK.replace('{port: ', '{prot: '), 'net.who has no argument prot'],
    ['a list of what we lack', LOOK.replace('{arg: port}', '{args: [prot]}'), 'net.kill has no argument prot'],
    ['a condition on what we lack', LOOK.replace('took_', 'when: {prot: [1]}, took_'), 'net.kill has no argument prot'],
    ['a condition that never holds', LOOK.replace('took_', 'when: {port: [x]}, took_'), 'port is never "x"'],
    ['a schema that is none', LOOK.replace('{maxItems: 0}', '{maxItems: none}'), 'took_effect cannot be used'],
    [
      'a placeholder for nothing',
      LOOK.replace('{maxItems: 0}', '{const: {$arg: prot}}'),
      'net.kill has no argument prot',
    ],
    [
      'an undoing that changes nothing',
      'compensation: {action: net.who, arguments: {}, reviewed: Somebody did.}',
      'net.who changes nothing',
    ],
    ['attempts for a change that could happen twice', 'retry: {attempts: 3, backoff_ms: 100}', 'could happen twice'],
    ['four attempts', 'retry: {attempts: 4, backoff_ms: 100}', 'expected at most 3'],
    ['an undoing without a review', 'compensation: {action: net.who, arguments: {}}', 'reviewed is missing'],
  ])('are refused with %s', (_what, line, why) => {
    expect(of(line)).toContain(why);
  });

  it('that looks after a read, or undoes one, is refused', () => {
    const read = (line: string) => complaints({ 'net/who.yaml': edit(ACTION, 'handler:', `${line}\nhandler:`) }).join();
    expect(read(LOOK)).toContain('a result that was read is its own evidence');
    expect(read('compensation: {action: net.kill, arguments: {}, reviewed: x}')).toContain('nothing to undo');
    expect(read('retry: {attempts: 2, backoff_ms: 100}')).toBe('');
  });

  it('by an action that changes something is refused', () => {
    const both = {
      'net/kill.yaml': withLine(LOOK),
      'net/who.yaml': edit(ACTION, 'side_effect: R', 'side_effect: W-local').replace(
        'confirmation: none',
        'confirmation: caller',
      ),
    };
    expect(complaints(both).join()).toContain('net.who is no action that only reads');
  });
});
