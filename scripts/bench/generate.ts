/**
 * Makes catalogs of any size for the benchmarks: made-up products, each with the same kinds of things that can be done.
 * The same number always gives the same catalog. Texts are plain and bilingual; they measure speed, not relevance.
 */
import type { Capability } from '../../src/capability/capability.ts';

type Word = readonly [en: string, zh: string];

const ACTIONS: readonly Word[] = [
  ['list', '列出'],
  ['show', '查看'],
  ['find', '查找'],
  ['create', '新建'],
  ['update', '修改'],
  ['copy', '复制'],
  ['move', '移动'],
  ['archive', '归档'],
  ['restore', '恢复'],
  ['export', '导出'],
  ['import', '导入'],
  ['compare', '比较'],
  ['validate', '校验'],
  ['share', '共享'],
  ['rename', '重命名'],
  ['lock', '锁定'],
  ['schedule', '安排'],
  ['summarize', '汇总'],
  ['notify', '通知'],
  ['remove', '移除'],
];

/** Actions that change something. */
const WRITING: ReadonlySet<string> = new Set([
  'create',
  'update',
  'move',
  'archive',
  'restore',
  'import',
  'rename',
  'lock',
  'remove',
]);

const OBJECTS: readonly Word[] = [
  ['invoice', '发票'],
  ['ticket', '工单'],
  ['warehouse', '仓库'],
  ['shipment', '货运单'],
  ['employee', '员工'],
  ['meeting', '会议'],
  ['contract', '合同'],
  ['certificate', '证书'],
  ['dataset', '数据集'],
  ['pipeline', '流水线'],
  ['firewall rule', '防火墙规则'],
  ['backup', '备份'],
  ['dashboard', '看板'],
  ['subscription', '订阅'],
  ['mailbox', '邮箱'],
  ['calendar', '日历'],
  ['storage bucket', '存储桶'],
  ['queue', '队列'],
  ['sensor', '传感器'],
  ['recipe card', '食谱卡'],
  ['timesheet', '工时表'],
  ['voucher', '凭证'],
  ['playlist', '播放列表'],
  ['survey', '问卷'],
  ['license key', '许可证密钥'],
];

const SYLLABLES = [
  'ba',
  'cor',
  'del',
  'fi',
  'gran',
  'hu',
  'jo',
  'kel',
  'lum',
  'mer',
  'nor',
  'pa',
  'quil',
  'ros',
  'tan',
  'vex',
] as const;

/** The sizes that are measured. */
export const SIZES = [1_000, 10_000, 100_000] as const;

/** `count` capabilities in no particular order of ids. */
export function generateCapabilities(count: number): Capability[] {
  return Array.from({ length: count }, (_, index) => capability(index));
}

/** Queries for a generated catalog: English, Chinese, mixed and a symptom-like one. All of them have answers. */
export const QUERIES: readonly string[] = [
  'export the firewall rule of bacor',
  '查看证书',
  '归档 storage bucket',
  'which meeting was moved yesterday',
  '比较两个数据集',
  'rename playlist',
];

function capability(index: number): Capability {
  const action = pick(ACTIONS, index);
  const object = pick(OBJECTS, Math.floor(index / ACTIONS.length));
  const product = productName(Math.floor(index / (ACTIONS.length * OBJECTS.length)));
  const noun = object[0].replaceAll(' ', '_');
  const pack = `${product}.${noun}`;
  const writes = WRITING.has(action[0]);
  // A word that few documents share, as real catalogs have them: the vocabulary grows with the catalog.
  const region = `${pick(SYLLABLES, index * 7)}${pick(SYLLABLES, index * 11 + 3)}${pick(SYLLABLES, Math.floor(index / 5))}`;
  return {
    id: `${pack}.${action[0]}`,
    cliPath: `${product} ${noun} ${action[0]}`,
    type: 'action',
    product,
    pack,
    version: 1,
    title: { en: `${capital(action[0])} a ${object[0]} in ${product}`, zh: `在 ${product} 中${action[1]}${object[1]}` },
    summary: {
      en: `${capital(action[0])} one ${object[0]} or several of the ${region} region and report what was done.`,
      zh: `${action[1]}${region} 区域的一个或多个${object[1]}，并报告结果。`,
    },
    description: {},
    aliases: { en: [`${action[0]} ${object[0]} ${product}`], zh: [`${product}${action[1]}${object[1]}`] },
    intents: [],
    entities: [],
    qualifiers: [],
    symptoms: { en: [], zh: [] },
    whenToUse: [{ en: `The ${object[0]} is known by name or number.`, zh: `已知${object[1]}的名称或编号。` }],
    whenNotToUse: [{ en: `The ${object[0]} belongs to another region.`, zh: `${object[1]}属于其他区域。` }],
    sideEffect: writes ? 'W-local' : 'R',
    effect: writes ? 'write' : 'read',
    riskLevel: writes ? 'medium' : 'low',
    confirmation: writes ? 'caller' : 'none',
    idempotency: writes ? 'non_idempotent' : 'idempotent',
    timeoutMs: 10_000,
    networkPolicy: 'none',
    os: [],
    executables: [],
    requiredContext: [],
    argumentsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string', description: `Name of the ${object[0]}.` },
        region: { type: 'string', description: 'Region to look in.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most.' },
      },
    },
    examples: [{ arguments: { name: 'north-1' } }, { arguments: { name: 'south-2', limit: 5 } }],
    produces: [],
    verifies: [],
    affectedResources: [],
    handler: { kind: 'command', executable: 'true', argv: [], output: { format: 'text' } },
  };
}

/** Syllables written like digits, so that every number has its own name: 0 is "baba". */
function productName(number: number): string {
  let name = '';
  for (let rest = number, digit = 0; digit < 2 || rest > 0; digit += 1) {
    name += pick(SYLLABLES, rest);
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name;
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
