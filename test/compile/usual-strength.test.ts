/** The calibration that a snapshot carries: how strongly each capability's own texts meet it. */
import { expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { foreignCapability } from '../../src/evaluation/foreign-set.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { languageSections } from '../search/language.ts';

const tools = [
  { id: 'a.english', title: 'List open ports', summary: 'Ports on which a process listens' },
  { id: 'a.chinese', title: '列出打开的端口', summary: '进程监听的端口' },
  { id: 'a.mute', title: '', summary: '' },
].map(foreignCapability);
const mute = { ...(tools[2] as (typeof tools)[number]), title: {}, summary: {} };

test('each language has its own; where a capability has no text in it, concepts alone count', () => {
  const { snapshot } = compileCapabilities([...tools.slice(0, 2), mute], { dictionary: languageSections() });
  const opened = openBytes(snapshot);
  const usual = (id: string, language: 'zh' | 'en') =>
    opened.sections.numbers(`column.usual_${language}`).at(opened.find(id));
  expect(usual('a.english', 'en')).toBeGreaterThan(usual('a.english', 'zh'));
  expect(usual('a.english', 'zh')).toBeGreaterThan(0);
  expect(usual('a.chinese', 'zh')).toBeGreaterThan(usual('a.chinese', 'en'));
  expect(usual('a.mute', 'en')).toBe(0);
});
